import { hash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'

/** The fields of any response. */
export type Answer = Record<string, unknown>

export const alex = { email: 'alex@example.com', password: 'correct horse battery', name: 'Alex' }
export const robin = {
  email: 'robin@example.com',
  password: 'another horse battery',
  name: 'Robin',
}

/**
 * Repeats a request for a minute while the host answers 503, because a machine busy with other tests may be
 * overloaded. A test that expects 503 calls `fetch`.
 */
async function ask(send: () => Promise<Response>): Promise<Response> {
  for (let attempt = 0; attempt < 300; attempt++) {
    const answer = await send()
    if (answer.status !== 503) return answer
    await sleep(200)
  }
  return send()
}

/** What a plain client of the contract does. */
export function client(url: string) {
  async function post(
    path: string,
    body: unknown,
  ): Promise<{ status: number; headers: Headers; body: Answer }> {
    const answer = await ask(() =>
      fetch(url + path, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: typeof body === 'string' ? body : JSON.stringify(body),
      }),
    )
    return { status: answer.status, headers: answer.headers, body: (await answer.json()) as Answer }
  }

  async function signIn(account = alex) {
    const { email, password } = account
    const { body } = await post('/user/signin', { email, password })
    if (typeof body['token'] !== 'string') throw new Error(JSON.stringify(body))
    return body['token']
  }

  async function makeSite(token: string, slug?: string) {
    const { body } = await post('/publish/create', { token })
    const id = String(body['id'])
    if (slug !== undefined) await post('/api/slug', { token, id, host: '', slug })
    return id
  }

  async function upload(
    token: string,
    id: string,
    path: string,
    content: string | Uint8Array<ArrayBuffer>,
    headers: Record<string, string> = {},
  ) {
    const answer = await ask(() =>
      fetch(`${url}/api/upload`, {
        method: 'POST',
        headers: {
          'content-type': 'application/octet-stream',
          'pub-token': token,
          'pub-id': id,
          'pub-path': encodeURIComponent(path),
          'pub-hash': hash('sha256', content),
          ...headers,
        },
        body: content,
      }),
    )
    return { status: answer.status, body: (await answer.json()) as Answer }
  }

  async function list(token: string, id: string) {
    const { body } = await post('/api/list', { token, id, version: 2 })
    return body['files'] as { path: string; hash: string; size: number }[]
  }

  return {
    post,
    signIn,
    makeSite,
    upload,
    list,
    get: (path: string, init?: RequestInit) => ask(() => fetch(url + path, init)),
  }
}
