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

/** Enough for the largest file over a line of half a megabit a second. */
export const longestUploadMs = 30 * 60_000

/** Up to so many bytes a file is received before it is asked whether the site has room for it. */
const smallFile = 262_144

/** So long the rest of a refused upload is listened to. */
const longestDrainMs = 5_000

const answer = Type.Object({
  status: Type.Literal('ok'),
  path: Type.String(),
  hash: Type.String(),
  size: Type.Integer(),
})

/**
 * Takes the bytes of a file, and publishes them once they are all there and are what the hash says.
 * Everything that can be refused without the bytes is refused before the first is read.
 */
export async function upload(service: FastifyInstance, host: Host) {
  const readHeaders = uploadHeaderReader(host.headerPrefixes)
  const { fileBytes, siteBytes } = host.limits

  // Whatever the body calls itself, nobody but the handler reads it.
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
    // To receive a small file costs less than to add up the others, which is done in the end anyway.
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
  // A refusal has to reach the client, so the request must survive it.
  const chunks = raw.iterator({ destroyOnReturn: false })
  try {
    return await content.receive(chunks, { limit: limits.fileBytes, release })
  } catch (error) {
    if (!raw.complete && raw.destroyed && !(error instanceof Failure))
      throw new Failure('INVALID_REQUEST', { words: 'The upload broke off.', cause: error })
    throw error
  }
}

/**
 * Gives the memory of a chunk back at once. The collector sees how small the object is, not how large
 * the memory behind it, and would let 50 MB gather. Node's parser copies each chunk into memory of its
 * own; where several share one, it is left alone.
 */
function release({ buffer, length }: Uint8Array): void {
  if (buffer instanceof ArrayBuffer && buffer.byteLength === length) buffer.transfer(0)
}

/**
 * Reads the rest of a refused upload and throws it away, for a while: a client that is still sending
 * does not hear an answer. @returns whether that was all of it
 */
async function drained(raw: IncomingMessage): Promise<boolean> {
  // An iterator lets go of its stream in the next tick only.
  await nextTurn()
  raw.resume()
  const signal = AbortSignal.timeout(longestDrainMs)
  await finished(raw, { signal, writable: false, cleanup: true }).catch(() => undefined)
  return raw.complete
}
