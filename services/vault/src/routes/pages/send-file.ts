import fastifySend from '@fastify/send'
import type { PublishedFile } from '@night-routine/database/vault'
import type { FastifyReply, FastifyRequest } from 'fastify'
import mime from 'mime-types'
import type { ContentStore } from '../../content/store.ts'

const send = fastifySend.send

/** What a browser would run, or let run, if it were opened by itself. */
const active = /html|xml|svg/

const filePolicy =
  "default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'none'"

/** The type of a file by its name. */
function typeOf(path: string): string {
  const type = mime.lookup(path) || 'application/octet-stream'
  return mime.charset(type) === 'UTF-8' ? `${type}; charset=utf-8` : type
}

/** The headers of a file as it is: nothing in it runs, whatever it is. */
function fileHeaders({ path, hash }: Pick<PublishedFile, 'path' | 'hash'>) {
  const type = typeOf(path)
  return {
    'content-type': type,
    'content-security-policy': active.test(type) ? `sandbox; ${filePolicy}` : filePolicy,
    'cache-control': 'public, no-cache',
    etag: `"${hash}"`,
  }
}

/** Whether the reader has what is at this etag already. */
export function hasAlready({ headers }: FastifyRequest, etag: string): boolean {
  const known = headers['if-none-match']
  if (known === undefined) return false
  return (
    known.trim() === '*' || known.split(',').some(one => one.trim().replace(/^W\//, '') === etag)
  )
}

/** Sends a file, or the part of it that was asked for. @returns false when its content is gone */
export async function sendFile(
  request: FastifyRequest,
  reply: FastifyReply,
  { file, content }: { file: PublishedFile; content: ContentStore },
): Promise<boolean> {
  const headers = fileHeaders(file)
  if (hasAlready(request, headers.etag)) {
    await reply.code(304).headers(headers).send()
    return true
  }
  // Conditions are ours to decide: the library knows times of files, which say nothing here.
  const asked = request.raw.headers
  const ifRange = asked['if-range']
  if (ifRange !== undefined && ifRange !== headers.etag) delete asked.range
  for (const name of [
    'if-match',
    'if-none-match',
    'if-modified-since',
    'if-unmodified-since',
    'if-range',
  ])
    delete asked[name]
  const found = await send(request.raw, content.pathOf(file.hash), {
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
