import type { IncomingMessage } from 'node:http'
import { finished } from 'node:stream/promises'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { readUsage } from '@night-routine/database/vault'
import { takeAnyMediaType } from '@night-routine/service'
import type { FastifyInstance } from 'fastify'
import { Type, type Static } from 'typebox'
import { tooLarge, type Received } from '../content/store.ts'
import { Failure, invalid } from '../failures.ts'
import type { Host } from '../host.ts'
import { callerOf } from '../plugins/access.ts'
import { isNote } from '../rendering/site-map.ts'
import { decodePath } from './input.ts'
import { siteOf } from './sites.ts'

/** Enough for the largest file at half a megabit a second. */
export const longestUploadMs = 30 * 60_000

/** Files up to this size are received before the quota of the site is checked. */
const smallFile = 262_144

const longestDrainMs = 5_000

/** The standard prefix of the headers; a setting adds another. */
const neutralPrefix = 'pub-'

const Uploaded = Type.Object(
  {
    status: Type.Literal('ok'),
    path: Type.String(),
    hash: Type.String(),
    size: Type.Integer(),
  },
  { description: 'Publishes a file. The body is its content.' },
)

/** Publishes a file if it matches its hash. What can be refused without the content is refused before it is read. */
export async function upload(service: FastifyInstance, host: Host) {
  const prefixes = [host.config.VAULT_HEADER_PREFIX, neutralPrefix]
  const { VAULT_FILE_LIMIT: fileBytes, VAULT_SITE_QUOTA: siteBytes } = host.config

  // The handler reads the body itself, of any content type.
  takeAnyMediaType(service)
  service.addContentTypeParser('*', (_request, _payload, done) => done(null))

  service.route({
    method: 'POST',
    url: '/api/upload',
    schema: { response: { 200: Uploaded } },
    config: { token: 'header', streams: true },
    handlerTimeout: longestUploadMs,
    handler: async ({ raw }, reply) => {
      try {
        return await host.ahead.after(() => publish(raw))
      } catch (error) {
        if (!(await drained(raw))) void reply.header('connection', 'close')
        throw error
      }
    },
  })

  async function publish(raw: IncomingMessage): Promise<Static<typeof Uploaded>> {
    const headers = readHeaders(raw.rawHeaders, prefixes)
    const caller = await callerOf(host, headers.get('token'))
    const { siteId, path, hash } = checkHeaders(headers)
    const site = await siteOf(host, caller, siteId)
    const announced = Number(raw.headers['content-length'] ?? 0)
    if (announced > fileBytes) throw tooLarge(fileBytes)
    // Receiving a small file costs less than summing up the others, which happens at the end anyway.
    if (announced > smallFile && (await readUsage(host.db, site.id, path)) + announced > siteBytes)
      throw new Failure('QUOTA_EXCEEDED')

    const received = await receive(host, raw)
    try {
      if (received.hash !== hash) throw new Failure('HASH_MISMATCH')
      await host.publishFile(site.id, { path, received })
    } catch (error) {
      await host.content.discard(received)
      throw error
    }
    if (isNote(path)) host.ahead.wake()
    return { status: 'ok' as const, path, hash, size: received.size }
  }
}

const names = ['token', 'id', 'path', 'hash'] as const

type Headers = ReadonlyMap<(typeof names)[number], string>

/** Reads headers with one of these `prefixes`, from raw headers, because Node's other forms join repeated ones. */
function readHeaders(raw: readonly string[], prefixes: readonly string[]): Headers {
  const values = new Map<(typeof names)[number], string>()
  for (let index = 0; index < raw.length; index += 2) {
    const header = (raw[index] ?? '').toLowerCase()
    const name = names.find(one => prefixes.some(prefix => header === prefix + one))
    if (name === undefined) continue
    if (values.has(name)) throw invalid(`The header ${name} is repeated.`)
    values.set(name, raw[index + 1] ?? '')
  }
  return values
}

/** The site, path and SHA-256 of an upload. @throws Failure that names the invalid header */
function checkHeaders(headers: Headers): { siteId: string; path: string; hash: string } {
  const missing = names.find(name => !headers.get(name))
  if (missing !== undefined) throw invalid(`The header ${missing} is missing.`)
  const hash = (headers.get('hash') ?? '').toLowerCase()
  if (!/^[0-9a-f]{64}$/.test(hash))
    throw invalid('The header hash is not a SHA-256 in 64 hexadecimal digits.')
  return { siteId: headers.get('id') ?? '', path: decodePath(headers.get('path') ?? ''), hash }
}

async function receive({ content, config }: Host, raw: IncomingMessage): Promise<Received> {
  // The request has to stay open until the client has received the refusal.
  const chunks = raw.iterator({ destroyOnReturn: false })
  try {
    return await content.receive(chunks, config.VAULT_FILE_LIMIT, release)
  } catch (error) {
    if (!raw.complete && raw.destroyed && !(error instanceof Failure))
      throw invalid('The upload was interrupted.', error)
    throw error
  }
}

/** Frees a chunk at once, which the garbage collector would let grow to 50 MB; a buffer that several share stays. */
function release({ buffer, length }: Uint8Array): void {
  if (buffer instanceof ArrayBuffer && buffer.byteLength === length) buffer.transfer(0)
}

/** Discards the rest of a refused upload: a client that still sends reads no response. @returns whether all came */
async function drained(raw: IncomingMessage): Promise<boolean> {
  // An iterator releases its stream in the next tick.
  await nextTurn()
  raw.resume()
  const signal = AbortSignal.timeout(longestDrainMs)
  await finished(raw, { signal, writable: false, cleanup: true }).catch(() => undefined)
  return raw.complete
}
