import { hash } from 'node:crypto'
import { Agent, request, type IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'

const agent = new Agent({ keepAlive: true })

/** Sends bytes, and gives the answer. */
export async function send(
  port: number,
  path: string,
  body: Uint8Array,
  headers: Record<string, string> = {},
): Promise<Record<string, unknown>> {
  const { promise, resolve, reject } = Promise.withResolvers<Record<string, unknown>>()
  const sent = request(
    { port, path, method: 'POST', agent, headers: { 'content-length': body.length, ...headers } },
    answer => {
      resolve(read(answer))
    },
  )
  sent.on('error', reject)
  sent.end(body)
  return promise
}

async function read(answer: IncomingMessage) {
  const words = await text(answer)
  const fields = JSON.parse(words) as Record<string, unknown>
  if (answer.statusCode === 200 && !('error' in fields)) return fields
  throw new Error(words)
}

/** A client that has signed in and made a site. */
export async function publisher(port: number, account: { email: string; password: string }) {
  const json = (path: string, body: object) => send(port, path, Buffer.from(JSON.stringify(body)))
  const token = String((await json('/user/signin', account))['token'])
  const id = String((await json('/publish/create', { token }))['id'])
  return {
    token,
    /** Makes another site. @returns its id */
    another: async () => String((await json('/publish/create', { token }))['id']),
    remove: (other: string) => json('/publish/delete', { token, site_uid: other }),
    upload: (path: string, bytes: Uint8Array) =>
      send(port, '/api/upload', bytes, {
        'pub-token': token,
        'pub-id': id,
        'pub-path': encodeURIComponent(path),
        'pub-hash': hash('sha256', bytes),
      }),
    name: (slug: string) => json('/api/slug', { token, id, slug }),
    list: async () => (await json('/api/list', { token, id, version: 2 }))['files'] as unknown[],
  }
}
