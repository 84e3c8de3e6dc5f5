import accepts from '@fastify/accepts'
import { findFile, findMoved, findSiteBySlug } from '@night-routine/database/vault'
import { HttpError } from '@night-routine/service'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Host } from '../../host.ts'
import { isLocked } from '../../reader-access.ts'
import { isNote } from '../../rendering/site-map.ts'
import { readTag } from '../../rendering/tags.ts'
import { isSlug } from '../input.ts'
import { longestUploadMs } from '../upload.ts'
import { feedPage, robots } from './feeds.ts'
import { askForPassword, enter, mayRead } from './gate.ts'
import { sendFile, sendHtml, sendPage } from './send.ts'
import { text } from './page-cache.ts'
import { pageNumber } from './paging.ts'
import {
  folderPage,
  isHidden,
  isOpenFile,
  linkedPage,
  missingPage,
  notePage,
  searchPage,
  tagPage,
  type SitePage,
} from './site-pages.ts'

/** The published sites: notes as pages, other files unchanged. */
export async function pages(service: FastifyInstance, host: Host) {
  const { addresses, templates } = host
  // A page takes no body but its password form.
  service.removeContentTypeParser('application/json')
  await service.register(accepts)

  const sentence = 'This host publishes sites. Each is at /s/ followed by its name.'
  const content = templates.listing({ entries: [], text: sentence })
  const welcome = templates.plainPage({ title: 'Published notes', content })
  service.get('/', async (_request, reply) => sendHtml(reply, welcome))
  service.get('/robots.txt', async (_request, reply) =>
    reply.type('text/plain; charset=utf-8').send(await robots(host)),
  )
  // POST has a catch-all route, so that without this a GET of an unknown address would be 405 and not 404.
  service.get('/*', async () => {
    throw nothingHere()
  })
  for (const [address, type, file] of [
    [templates.stylesheet, 'text/css; charset=utf-8', templates.css],
    [templates.iconAddress, 'image/svg+xml', templates.icon],
  ] as const)
    service.get(address, async (_request, reply) =>
      reply.type(type).header('cache-control', 'public, max-age=31536000, immutable').send(file),
    )
  service.get<{ Params: { slug: string } }>('/s/:slug', async ({ params }, reply) =>
    reply.redirect(`/s/${encodeURIComponent(params.slug)}/`, 308),
  )

  const serve = (url: string, find: (request: SiteRequest) => Address, constraints = {}) => {
    for (const method of ['GET', 'POST'] as const)
      service.route<SiteRoute>({
        method,
        url,
        constraints,
        // A download may take as long as an upload.
        config: { streams: true },
        handlerTimeout: longestUploadMs,
        bodyLimit: 4_096,
        handler: async (request, reply) => answer(host, request, reply, find(request)),
      })
  }
  serve('/s/:slug/*', ({ params: { slug, '*': path = '' } }) => ({
    slug,
    path,
    base: `/s/${slug}/`,
  }))
  if (addresses.domain === undefined) return
  const domain = addresses.domain.replaceAll('.', '\\.')
  const constraints = { host: new RegExp(`^[a-z0-9-]+\\.${domain}(:\\d+)?$`, 'i') }
  for (const url of ['/', '/*']) serve(url, byHost, constraints)
}

function byHost({ host, params: { '*': path = '' } }: SiteRequest) {
  const [slug = ''] = host.toLowerCase().split('.', 1)
  return { slug, path, base: '/' }
}

type SiteRoute = {
  Params: { slug: string; '*'?: string }
  Querystring: { q?: unknown; file?: unknown; tag?: unknown; linked?: unknown; page?: unknown }
}
type SiteRequest = FastifyRequest<SiteRoute>

type Address = ReturnType<typeof byHost>

async function answer(host: Host, request: SiteRequest, reply: FastifyReply, at: Address) {
  const { slug, path, base } = at
  void reply.header('x-robots-tag', 'noindex')
  const site = isSlug(slug) ? await findSiteBySlug(host.db, slug) : undefined
  if (!site) throw nothingHere()
  if (!isHidden(site)) void reply.removeHeader('x-robots-tag')
  if (request.method === 'POST') return enter(host, request, reply, { site, base })
  // Comes before any lookup, so that the response does not show which pages exist.
  if (isLocked(site) && !(await mayRead(host, request, site)))
    return askForPassword(host, request, reply)
  // PostgreSQL cannot store NUL in a text.
  if (path.includes('\0')) throw nothingHere()
  const { q, file: asFile, tag, linked } = request.query
  const cache = host.pageCache.pages(site, base)
  const isPlain = [q, asFile, tag, linked].every(one => one === undefined)
  const cached = isPlain ? cache.get(path) : undefined
  if (cached !== undefined) return sendPage(request, reply, { site, page: cached })
  const deadline = AbortSignal.timeout(host.pageMs)
  const index = await host.pageCache.index(site, base)
  const place = { site, base, index }
  const paths = index.map.pathsAt(path, text(site.options['indexFile']))
  const made = isPlain
    ? await feedPage(host, place, path, deadline)
    : await listPage(host, request, reply, { ...place, path, paths })
  if (typeof made === 'string') return sendHtml(reply, made, site)
  if (made !== undefined) return sendPage(request, reply, { site, page: made })
  // The file may be replaced between the lookup and opening it, so there is a second attempt.
  for (let attempt = 0; attempt < 2; attempt++) {
    const file = await findFile(host.db, site.id, paths)
    if (!file) return answerFolder(host, request, reply, { ...place, path, paths })
    if (isNote(file.path) && asFile === undefined) {
      const page = await cache.render(path, async () => notePage(host, place, file, deadline))
      if (page !== undefined) return sendPage(request, reply, { site, page })
    } else if (!(await isOpenFile(host, file))) throw nothingHere()
    else if (await sendFile(request, reply, { site, file, content: host.content })) return reply
  }
  // A damaged file is not listed, so the publisher uploads it again.
  request.log.error({ site: site.id }, 'content of a file is missing')
  throw new HttpError(503, 'This page is damaged. It will be back when it is published again.')
}

/** What a query asks for: the search, the notes with a tag, or those that link to a note. */
async function listPage(
  host: Host,
  { query }: SiteRequest,
  reply: FastifyReply,
  { path, paths, ...place }: SitePage & { path: string; paths: readonly string[] },
): Promise<string | undefined> {
  const { q, tag, linked } = query
  const page = pageNumber(query.page)
  if (path === '' && typeof q === 'string')
    return searchPage(host, place, { asked: q.replaceAll('\0', ' '), page })
  if (path === '' && typeof tag === 'string') {
    const asked = readTag(tag)
    if (asked === undefined) throw nothingHere()
    const { html, found } = await tagPage(host, place, { asked, page })
    if (!found) void reply.code(404)
    return html
  }
  if (linked === undefined || place.site.options['showBacklinks'] === false) return undefined
  const file = await findFile(host.db, place.site.id, paths)
  return file && isNote(file.path) ? linkedPage(host, place, { path: file.path, page }) : undefined
}

/** A folder without its own note is a list of its notes. */
async function answerFolder(
  host: Host,
  { headers }: FastifyRequest,
  reply: FastifyReply,
  { path, paths, ...place }: SitePage & { path: string; paths: readonly string[] },
) {
  const { site, index } = place
  const folder = path === '' || path.endsWith('/') ? path : `${path}/`
  const html = folderPage(host, place, folder)
  if (html === undefined) {
    // It leads to a file, so that redirects cannot go in circles.
    const known = index.map.findFolded(path) ?? index.claimedBy(path)
    const moved = known ?? (await findMoved(host.db, site.id, paths))
    if (moved !== undefined) return reply.redirect(index.map.addressOf(moved), 302)
    // Programs get the error of every other address.
    if (!/html/i.test(headers.accept ?? '')) throw nothingHere()
    return sendHtml(reply.code(404), missingPage(host, place, path), site)
  }
  if (folder !== path) return reply.redirect(index.map.addressOf(`${folder}index.md`), 308)
  return sendHtml(reply, html, site)
}

/** The link from an address inside a site to its first page. */
export function wayBack(url: string): { siteName: string; home: string } {
  const [home = '', slug = ''] = /^\/s\/([^/?]+)\/(?=[^?])/.exec(url) ?? []
  return isSlug(slug) ? { siteName: slug, home } : { siteName: '', home: '' }
}

function nothingHere() {
  return new HttpError(404, 'There is nothing here.')
}
