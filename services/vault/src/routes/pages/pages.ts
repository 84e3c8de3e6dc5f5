import {
  findFile,
  findSiteBySlug,
  type PublishedFile,
  type Site,
} from '@night-routine/database/vault'
import { HttpError } from '@night-routine/service'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Host } from '../../host.ts'
import { longestUploadMs } from '../files/upload.ts'
import { isSlug } from '../sites/slug.ts'
import { isNote, notesBelow, pathsOf } from './find-page.ts'
import { askForPassword, enter, isLocked, longestForm, mayRead, readForms } from './gate.ts'
import { nameOf } from './note-name.ts'
import { plainPage } from './plain-page.ts'
import { sendFile } from './send-file.ts'
import { cacheControl, sendHtml, sendPage } from './send-page.ts'
import type { SiteIndex } from './page-cache.ts'
import type { PageView, Templates } from './templates.ts'

type PagesHost = Host & { templates: Templates }

/** A longer note, like one that takes too long to render, is a file like any other. */
const longestNote = 262_144

/** So many notes are in the list under each page. */
const mostEntries = 1_000

/** The published sites, for readers: notes as pages, other files as they are. */
export async function pages(service: FastifyInstance, host: PagesHost) {
  const { addresses, templates } = host
  // A download takes as long as the reader's line does.
  const handlerTimeout = longestUploadMs
  readForms(service)

  service.get('/', async (_request, reply) => sendHtml(reply, templates.page(welcome(templates))))
  // Posts to wherever are answered, so that without this a reader's wrong address would be a wrong method.
  service.get('/*', async () => {
    throw nothingHere()
  })
  service.get(templates.stylesheet, async (_request, reply) =>
    reply
      .type('text/css; charset=utf-8')
      .header('cache-control', 'public, max-age=31536000, immutable')
      .send(templates.css),
  )
  service.get<{ Params: { slug: string } }>('/s/:slug', async ({ params }, reply) =>
    reply.redirect(`/s/${encodeURIComponent(params.slug)}/`, 308),
  )
  for (const method of ['GET', 'POST'] as const)
    service.route<{ Params: { slug: string; '*': string } }>({
      method,
      url: '/s/:slug/*',
      handlerTimeout,
      bodyLimit: longestForm,
      handler: async (request, reply) => {
        const { slug, '*': path } = request.params
        return answer(host, request, reply, { slug, path, base: `/s/${slug}/` })
      },
    })
  if (addresses.domain === undefined) return
  const subdomain = new RegExp(
    `^[a-z0-9-]+\\.${addresses.domain.replaceAll('.', '\\.')}(:\\d+)?$`,
    'i',
  )
  const constraints = { host: subdomain }
  for (const url of ['/', '/*'])
    service.route<{ Params: { '*'?: string } }>({
      method: ['GET', 'POST'],
      url,
      constraints,
      handlerTimeout,
      bodyLimit: longestForm,
      handler: async (request, reply) => {
        const slug = request.host.split('.', 1)[0]?.toLowerCase() ?? ''
        return answer(host, request, reply, { slug, path: request.params['*'] ?? '', base: '/' })
      },
    })
}

interface Address {
  slug: string
  path: string
  base: string
}

async function answer(host: PagesHost, request: FastifyRequest, reply: FastifyReply, at: Address) {
  const { slug, path, base } = at
  void reply.header('x-robots-tag', 'noindex')
  const site = isSlug(slug) ? await findSiteBySlug(host.db, slug) : undefined
  if (site && !isHidden(site)) void reply.removeHeader('x-robots-tag')
  if (!site) throw nothingHere()
  if (request.method === 'POST') return enter(host, request, reply, { site, base })
  // Before anything is looked up: who has no password learns nothing, not even which pages there are.
  if (isLocked(site) && !(await mayRead(host, request, site)))
    return askForPassword(host, request, reply)
  // No file has such a path, and PostgreSQL has no text with NUL.
  if (path.includes('\0')) throw nothingHere()
  const cache = host.pageCache.pages(site, base)
  const cached = cache.get(path)
  if (cached !== undefined) return sendPage(request, reply, { site, html: cached })
  const paths = pathsOf(path, text(site.options['indexFile']))
  // Between finding a file and opening it, it may have been replaced: then it is found once more.
  for (let attempt = 0; attempt < 2; attempt++) {
    const file = await findFile(host.db, site.id, paths)
    if (!file) return answerFolder(host, reply, { site, ...at })
    const isPage = isNote(file.path) && file.size <= longestNote
    const note = isPage ? await host.content.readText(file.hash) : undefined
    const page = note === undefined ? null : await notePage(host, { site, base, file, note })
    if (page !== null) {
      cache.set(path, page)
      return sendPage(request, reply, { site, html: page })
    }
    if (
      await sendFile(request, reply, {
        file,
        content: host.content,
        cacheControl: cacheControl(site),
      })
    )
      return reply
  }
  // Not in the list of files any more, so whoever published it uploads it again.
  request.log.error({ site: site.id }, 'the content of a file is missing')
  throw new HttpError(
    503,
    'This page is damaged, and will be here again once it is published anew.',
  )
}

/** Search engines are told to leave a site alone, unless its owner lets everybody in, and them. */
function isHidden(site: Site): boolean {
  return site.options['allowIndexing'] !== true || isLocked(site)
}

/** From an address inside a site: the way to the site's first page. */
export function wayBack(url: string): Pick<PageView, 'siteName' | 'home'> {
  const [home = '', slug = ''] = /^\/s\/([^/?]+)\/(?=[^?])/.exec(url) ?? []
  return isSlug(slug) ? { siteName: slug, home } : { siteName: '', home: '' }
}

function nothingHere() {
  return new HttpError(404, 'There is nothing here.')
}

/** The page of a note; null where it takes too long to render. */
async function notePage(
  host: PagesHost,
  { site, base, file, note }: { site: Site; base: string; file: PublishedFile; note: string },
): Promise<string | null> {
  const index = await host.pageCache.index(site, base)
  const { hash: id, path } = file
  const rendered = await host.renderer.render({
    hash: id,
    text: note,
    path,
    paths: index.paths,
    base,
  })
  if (rendered === undefined) return null
  const { title, hasHeading, html } = rendered
  const hidden = hasHeading || site.options['hideTitle'] === true
  return host.templates.page({
    ...frame(site, base, { notes: index.notes, current: path }),
    title,
    heading: hidden ? '' : title,
    content: html,
  })
}

/** A folder without a note of its own: a list of what is below. */
async function answerFolder(
  { pageCache, templates }: PagesHost,
  reply: FastifyReply,
  { site, path, base }: Address & { site: Site },
) {
  const { paths, map } = await pageCache.index(site, base)
  const folder = path === '' || path.endsWith('/') ? path : `${path}/`
  const below = notesBelow(paths, folder)
  if (below.length === 0 && folder !== '') throw nothingHere()
  if (folder !== path) return reply.redirect(map.addressOf(`${folder}index.md`), 308)
  const view = frame(site, base, { notes: [], current: '' })
  const title = folder === '' ? view.siteName : nameOf(`${folder}index.md`)
  const entries = below.map(({ path: to, name }) => ({
    name,
    address: map.addressOf(to),
    current: false,
  }))
  const content = templates.listing(entries, 'Nothing has been published here yet.')
  return sendHtml(reply, templates.page({ ...view, title, heading: title, content }), site)
}

function frame(
  site: Site,
  base: string,
  { notes, current }: Pick<SiteIndex, 'notes'> & { current: string },
): Pick<PageView, 'siteName' | 'home' | 'notes' | 'theme' | 'noindex'> {
  return {
    siteName: text(site.options['siteName']) || (site.slug ?? ''),
    home: base,
    noindex: isHidden(site),
    theme: text(site.options['defaultTheme']),
    notes: (notes.length > 1 ? notes : [])
      .slice(0, mostEntries)
      .map(({ path, name, address }) => ({ name, address, current: path === current })),
  }
}

function text(option: unknown): string {
  return typeof option === 'string' ? option : ''
}

function welcome(templates: Templates): PageView {
  const words = 'This host keeps publish sites. Each is at /s/ and its name.'
  return plainPage('Published notes', templates.listing([], words))
}
