import { hash as digestOf } from 'node:crypto'
import fastifySend from '@fastify/send'
import type { PublishedFile, Site } from '@night-routine/database/vault'
import type { FastifyReply, FastifyRequest } from 'fastify'
import mime from 'mime-types'
import type { ContentStore } from '../../content/store.ts'
import { isLocked } from '../../reader-access.ts'
import type { Page } from './page-cache.ts'

/**
 * Types that a browser displays without running anything. All others are untyped downloads, because sites share the
 * origin of the application. An SVG, which can contain scripts, is a download when it is opened directly.
 */
const shown =
  /^(?:image|audio|video|font)\/|^text\/(?:plain|csv|markdown|calendar|vtt)$|^application\/(?:json|pdf)$/
const noType = 'application/octet-stream'
const svg = 'image/svg+xml'

const filePolicy =
  "default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'none'"

/** Headers that keep any file from running, on its own or as part of another page. */
function fileHeaders({ path, hash }: Pick<PublishedFile, 'path' | 'hash'>) {
  const known = mime.lookup(path) || noType
  const type = shown.test(known) ? known : noType
  const isDownload = type === noType || type === svg
  return {
    'content-type': mime.charset(type) === 'UTF-8' ? `${type}; charset=utf-8` : type,
    'content-security-policy': isDownload ? `sandbox; ${filePolicy}` : filePolicy,
    etag: `"${hash}"`,
    ...(isDownload && { 'content-disposition': 'attachment' }),
  }
}

function hasAlready({ headers }: FastifyRequest, etag: string): boolean {
  const known = headers['if-none-match']?.split(',') ?? []
  return known.some(one => ['*', etag].includes(one.trim().replace(/^W\//, '')))
}

/** Sends a file, or the requested range. @returns false if its content is missing */
export async function sendFile(
  request: FastifyRequest,
  reply: FastifyReply,
  { site, file, content }: { site: Site; file: PublishedFile; content: ContentStore },
): Promise<boolean> {
  const headers = { ...fileHeaders(file), 'cache-control': cacheControl(site) }
  if (hasAlready(request, headers.etag)) {
    await reply.code(304).headers(headers).send()
    return true
  }
  // We evaluate conditions ourselves: the library uses file times, which mean nothing here.
  const asked = request.raw.headers
  const ifRange = asked['if-range']
  if (ifRange !== undefined && ifRange !== headers.etag) delete asked.range
  for (const name of Object.keys(asked)) if (name.startsWith('if-')) delete asked[name]
  const found = await fastifySend.send(request.raw, content.pathOf(file.hash), {
    root: content.root,
    cacheControl: false,
    contentType: false,
    etag: false,
    index: false,
    lastModified: false,
  })
  if (found.statusCode === 404) return false
  await reply.code(found.statusCode).headers(found.headers).headers(headers).send(found.stream)
  return true
}

const pagePolicy =
  "default-src 'none'; style-src 'self'; img-src 'self' data:; media-src 'self'; base-uri 'none'; " +
  "form-action 'self'; frame-ancestors 'none'"

function pageHeaders(site?: Site) {
  return { 'content-security-policy': pagePolicy, 'cache-control': cacheControl(site) }
}

/** Pages behind a password are cached by the browser only, and revalidated each time. */
function cacheControl(site?: Site): string {
  return site !== undefined && isLocked(site) ? 'private, no-cache' : 'public, no-cache'
}

/** Sends the page of a site, or 304 if the browser already has it. A page that is not ready says when to come back. */
export function sendPage(
  request: FastifyRequest,
  reply: FastifyReply,
  { site, page: { html, state, type } }: { site: Site; page: Page },
) {
  // The first header is for programs, the second makes a browser open the page again.
  if (state === 'late')
    return sendHtml(reply.code(503).headers({ 'retry-after': '2', refresh: '2' }), html, site)
  const etag = `"${digestOf('sha256', html)}"`
  void reply.header('etag', etag)
  if (!hasAlready(request, etag)) return sendHtml(reply, html, site, type)
  // A browser replaces its cached headers with these.
  return reply.code(304).headers(pageHeaders(site)).send()
}

export function sendHtml(reply: FastifyReply, html: string, site?: Site, type = 'text/html') {
  return reply.type(`${type}; charset=utf-8`).headers(pageHeaders(site)).send(html)
}
