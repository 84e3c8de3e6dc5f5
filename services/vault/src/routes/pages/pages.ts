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

/** Longer notes are sent as files, like notes that are too slow to render. */
const longestNote = 262_144

/** The maximum number of notes listed under each page. */
const mostEntries = 1_000

/** The published sites: notes as pages, other files unchanged. */
export async function pages(service: FastifyInstance, host: PagesHost) {
  const { addresses, templates } = host
  // A download may take as long as an upload.
  const handlerTimeout = longestUploadMs
  readForms(service)

  service.get('/', async (_request, reply) => sendHtml(reply, templates.page(welcome(templates))))
  // POST has a catch-all route, so that without this a GET of an unknown address would be 405 and not 404.
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
  // Comes before any lookup, so that the response does not show which pages exist.
  if (isLocked(site) && !(await mayRead(host, request, site)))
    return askForPassword(host, request, reply)
  // PostgreSQL cannot store NUL in a text.
  if (path.includes('\0')) throw nothingHere()
  const cache = host.pageCache.pages(site, base)
  const cached = cache.get(path)
  if (cached !== undefined) return sendPage(request, reply, { site, html: cached })
  const paths = pathsOf(path, text(site.options['indexFile']))
  // The file may be replaced between the lookup and opening it, so there is a second attempt.
  for (let attempt = 0; attempt < 2; attempt++) {
    const file = await findFile(host.db, site.id, paths)
    if (!file) return answerFolder(host, reply, { site, ...at })
    const isPage = isNote(file.path) && file.size <= longestNote
    const note = isPage ? await host.content.readText(file.hash) : undefined
    const page =
      note === undefined
        ? null
        : await cache.render(path, () => notePage(host, { site, base, file, note }))
    if (page !== null) return sendPage(request, reply, { site, html: page })
    if (
      await sendFile(request, reply, {
        file,
        content: host.content,
        cacheControl: cacheControl(site),
      })
    )
      return reply
  }
  // A damaged file is not listed, so the publisher uploads it again.
  request.log.error({ site: site.id }, 'content of a file is missing')
  throw new HttpError(503, 'This page is damaged. It will be back when it is published again.')
}

/** Sites are hidden from search engines unless the owner allows indexing and there is no password. */
function isHidden(site: Site): boolean {
  return site.options['allowIndexing'] !== true || isLocked(site)
}

/** The link from an address inside a site to its first page. */
export function wayBack(url: string): Pick<PageView, 'siteName' | 'home'> {
  const [home = '', slug = ''] = /^\/s\/([^/?]+)\/(?=[^?])/.exec(url) ?? []
  return isSlug(slug) ? { siteName: slug, home } : { siteName: '', home: '' }
}

function nothingHere() {
  return new HttpError(404, 'There is nothing here.')
}

/** The page of a note; null if it takes too long to render. */
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

/** The page of a folder without a note: a list of its notes. */
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
  const words = 'This host publishes sites. Each is at /s/ followed by its name.'
  return plainPage('Published notes', templates.listing([], words))
}
