import { hash } from 'node:crypto'
import type { Site } from '@night-routine/database/vault'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { isLocked } from './gate.ts'
import { hasAlready } from './send-file.ts'

const pagePolicy = [
  "default-src 'none'",
  "style-src 'self'",
  "img-src 'self' data:",
  "media-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

/** For pages of a site and other pages. */
function pageHeaders(site?: Site) {
  return { 'content-security-policy': pagePolicy, 'cache-control': cacheControl(site) }
}

/** Pages behind a password are cached by the browser only, and revalidated each time. */
export function cacheControl(site?: Site): string {
  return site !== undefined && isLocked(site) ? 'private, no-cache' : 'public, no-cache'
}

/** Sends the page of a site, or 304 if the browser already has it. */
export function sendPage(
  request: FastifyRequest,
  reply: FastifyReply,
  { site, html }: { site: Site; html: string },
) {
  const etag = `"${hash('sha256', html)}"`
  void reply.header('etag', etag)
  if (!hasAlready(request, etag)) return sendHtml(reply, html, site)
  // A browser replaces its cached headers with these.
  return reply.code(304).headers(pageHeaders(site)).send()
}

/** Sends a page, of a site or not. */
export function sendHtml(reply: FastifyReply, html: string, site?: Site) {
  return reply.type('text/html; charset=utf-8').headers(pageHeaders(site)).send(html)
}
