import type { Control } from '@night-routine/google-emulator'
import { Agent, buildConnector, fetch, Headers, type RequestInit, type Response } from 'undici'
import { publicUrl } from '../installation/override.ts'

export interface VisitorOptions {
  /** The port of this machine that leads to the deployment. */
  port: number
  /** The only certificates that it trusts. Without them this is a proxy that came by HTTPS, and goes on without. */
  authority?: string
  /** The provider to sign in at, if that is the emulator. */
  emulator?: {
    control: Control
    /** Its address on this machine; only the containers know its own name. */
    origin: string
  }
}

/** A parent's browser: it reaches the deployment through the proxy, over HTTPS, and keeps its cookies. */
export class Visitor {
  readonly #options: VisitorOptions
  readonly #agent: Agent
  readonly #cookies = new Map<string, string>()
  #email = ''

  constructor(options: VisitorOptions) {
    this.#options = options
    const { authority, port } = options
    const allowH2 = authority !== undefined
    const connect = buildConnector({ allowH2, ...(authority !== undefined && { ca: authority }) })
    // It is on this machine, whatever the address says.
    const there = { hostname: '127.0.0.1', port: String(port) }
    this.#agent = new Agent({
      allowH2,
      connect: ({ protocol, ...target }, done) => {
        const used = authority === undefined ? 'http:' : protocol
        connect({ ...target, ...there, protocol: used, servername: target.hostname }, done)
      },
    })
  }

  /** Signs in by the provider's consent page, as the person with this address; `path` may also reconnect. */
  async signIn(email: string, path = '/auth'): Promise<void> {
    this.#email = email
    const { emulator } = this.#options
    if (emulator === undefined) throw new Error('there is no provider to sign in at')
    const toProvider = await this.send(path)
    const location = toProvider.headers.get('location')
    if (location === null) throw new Error(`${path} was answered with ${toProvider.status}`)
    const { pathname, search } = new URL(location)
    const consent = new URL(pathname + search, emulator.origin)
    const back = new URL(await emulator.control.consent(consent.href, { email }))
    const answer = await this.send(back.pathname + back.search)
    if (answer.status !== 302) throw new Error(`sign-in ended with ${answer.status}`)
  }

  /** A page, as text. @throws Error when it is answered with another status than 200 */
  async page(path: string): Promise<string> {
    const answer = await this.send(path)
    const text = await answer.text()
    if (answer.status !== 200) throw new Error(`${path}: ${answer.status} ${text.slice(0, 300)}`)
    return text
  }

  /** The JSON of an endpoint. @throws Error when it is answered with another status than 200 */
  async read<T>(path: string): Promise<T> {
    return JSON.parse(await this.page(path)) as T
  }

  /** Sends a form. @throws Error when the answer is not a redirect */
  async form(path: string, fields: Record<string, string>): Promise<Response> {
    const answer = await this.send(path, { method: 'POST', body: new URLSearchParams(fields) })
    if (answer.status !== 302 && answer.status !== 303)
      throw new Error(`POST ${path}: ${answer.status} ${(await answer.text()).slice(0, 300)}`)
    await answer.body?.cancel()
    return answer
  }

  /**
   * Sends a form before which people show once more who they are, and does so: with their password, or without one at
   * the provider.
   */
  async confirmed(
    path: string,
    fields: Record<string, string>,
    password?: string,
  ): Promise<Response> {
    const asked = await this.send(path, { method: 'POST', body: new URLSearchParams(fields) })
    let page = await asked.text()
    if (asked.status !== 403) throw new Error(`POST ${path}: ${asked.status}, not confirmed`)
    if (password === undefined) {
      await this.signIn(this.#email, '/auth?intent=confirm')
      page = await this.page('/confirm')
    }
    const [, confirmation = ''] = /name="confirmation" value="([^"]+)"/.exec(page) ?? []
    const shown = { confirmation, ...(password !== undefined && { password }) }
    const answer = await this.send(path, { method: 'POST', body: new URLSearchParams(shown) })
    // The page of a secret that the form has made.
    return answer.status === 303 ? this.send(answer.headers.get('location') ?? '') : answer
  }

  async send(path: string, request: RequestInit = {}): Promise<Response> {
    const headers = new Headers(request.headers)
    const cookie = [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    if (cookie !== '') headers.set('cookie', cookie)
    if (this.#options.authority === undefined) headers.set('x-forwarded-proto', 'https')
    const answer = await fetch(new URL(path, publicUrl), {
      ...request,
      headers,
      redirect: 'manual',
      dispatcher: this.#agent,
      signal: request.signal ?? AbortSignal.timeout(30_000),
    })
    for (const line of answer.headers.getSetCookie()) {
      const [name = '', value = ''] = (line.split(';')[0] ?? '').split('=')
      if (value === '') this.#cookies.delete(name)
      else this.#cookies.set(name, value)
    }
    return answer
  }

  cookie(name: string): string | undefined {
    return this.#cookies.get(name)
  }

  close(): Promise<void> {
    return this.#agent.destroy()
  }
}
