import type { IncomingMessage } from 'node:http'
import { finished } from 'node:stream/promises'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { readUsage } from '@night-routine/database/vault'
import type { FastifyInstance } from 'fastify'
import { Type, type Static } from 'typebox'
import { publishFile } from '../../content/publish.ts'
import { tooLarge, type Received } from '../../content/store.ts'
import { Failure } from '../../failures.ts'
import type { Host } from '../../host.ts'
import { siteOf } from '../sites/own-site.ts'
import { checkUploadHeaders, uploadHeaderReader } from './upload-headers.ts'

/** Enough for the largest file at half a megabit a second. */
export const longestUploadMs = 30 * 60_000

/** Files up to this size are received before the quota of the site is checked. */
const smallFile = 262_144

/** How long the rest of a refused upload is read. */
const longestDrainMs = 5_000

const answer = Type.Object({
  status: Type.Literal('ok'),
  path: Type.String(),
  hash: Type.String(),
  size: Type.Integer(),
})

/**
 * Receives the content of a file, and publishes it if it matches the hash.
 * What can be refused without the content is refused before it is read.
 */
export async function upload(service: FastifyInstance, host: Host) {
  const readHeaders = uploadHeaderReader(host.headerPrefixes)
  const { fileBytes, siteBytes } = host.limits

  // The handler reads the body itself, of any content type.
  service.removeAllContentTypeParsers()
  service.addContentTypeParser('*', (_request, _payload, done) => done(null))

  const schema = { response: { 200: answer } }
  service.post(
    '/api/upload',
    { schema, handlerTimeout: longestUploadMs },
    async ({ raw }, reply) => {
      try {
        return await publish(raw)
      } catch (error) {
        if (!(await drained(raw))) void reply.header('connection', 'close')
        throw error
      }
    },
  )

  async function publish(raw: IncomingMessage): Promise<Static<typeof answer>> {
    const values = readHeaders(raw.rawHeaders)
    const caller = await host.callerOf(values.get('token'))
    const { siteId, path, hash } = checkUploadHeaders(values)
    const site = await siteOf(host, caller, siteId)
    const announced = Number(raw.headers['content-length'] ?? 0)
    if (announced > fileBytes) throw tooLarge(fileBytes)
    // Receiving a small file costs less than summing up the others, which happens at the end anyway.
    if (announced > smallFile && (await readUsage(host.db, site.id, path)) + announced > siteBytes)
      throw new Failure('QUOTA_EXCEEDED')

    const received = await receive(host, raw)
    try {
      if (received.hash !== hash) throw new Failure('HASH_MISMATCH')
      const now = host.clock.now()
      await publishFile(host, { siteId: site.id, path, received, siteBytes, now })
    } catch (error) {
      await host.content.discard(received)
      throw error
    }
    return { status: 'ok' as const, path, hash, size: received.size }
  }
}

async function receive({ content, limits }: Host, raw: IncomingMessage): Promise<Received> {
  // The request has to stay open until the client has received the refusal.
  const chunks = raw.iterator({ destroyOnReturn: false })
  try {
    return await content.receive(chunks, { limit: limits.fileBytes, release })
  } catch (error) {
    if (!raw.complete && raw.destroyed && !(error instanceof Failure))
      throw new Failure('INVALID_REQUEST', { words: 'The upload was interrupted.', cause: error })
    throw error
  }
}

/**
 * Frees the memory of a chunk at once. The garbage collector sees the small object and not
 * the memory behind it, and would let 50 MB accumulate. Node's parser copies each chunk into separate
 * memory; a buffer that several chunks share is left alone.
 */
function release({ buffer, length }: Uint8Array): void {
  if (buffer instanceof ArrayBuffer && buffer.byteLength === length) buffer.transfer(0)
}

/**
 * Discards the rest of a refused upload for a while, because a client that is still sending
 * does not read the response. @returns whether that was all of it
 */
async function drained(raw: IncomingMessage): Promise<boolean> {
  // An iterator releases its stream in the next tick.
  await nextTurn()
  raw.resume()
  const signal = AbortSignal.timeout(longestDrainMs)
  await finished(raw, { signal, writable: false, cleanup: true }).catch(() => undefined)
  return raw.complete
}
