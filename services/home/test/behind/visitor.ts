import { request as httpsRequest, type RequestOptions } from 'node:https'
import { once } from 'node:events'
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'

/** A proxy with TLS on this machine. */
export interface Secured {
  port: number
  /** What signs its certificate. */
  ca: string
  /** The name in its certificate. */
  servername: string
  /** The address that people open. */
  origin: string
}

export interface Answer {
  status: number
  headers: IncomingHttpHeaders
  body: string
}

interface Asked {
  form?: Record<string, string>
  headers?: Record<string, string>
}

/** A browser that comes through a proxy, from one of the addresses of this machine. */
export class Visitor {
  readonly #proxy: Secured
  readonly #from: string
  readonly #always: Record<string, string>
  readonly #cookies = new Map<string, { path: string; value: string }>()

  constructor(proxy: Secured, from: string, always: Record<string, string> = {}) {
    this.#proxy = proxy
    this.#from = from
    this.#always = always
  }

  async ask(path: string, asked: Asked = {}): Promise<Answer> {
    const answer = await this.#send(path, asked)
    return {
      status: answer.statusCode ?? 0,
      headers: answer.headers,
      body: await text(answer),
    }
  }

  /** The first page that redirects lead to. */
  async follow(path: string, asked: Asked = {}): Promise<Answer & { at: string }> {
    let at = path
    let answer = await this.ask(at, asked)
    for (let hops = 0; hops < 10 && answer.headers.location !== undefined; hops += 1) {
      const next = new URL(answer.headers.location, this.#proxy.origin)
      if (next.origin !== this.#proxy.origin) throw new Error(`It leads to ${next.href}`)
      at = next.pathname + next.search
      answer = await this.ask(at)
    }
    return { ...answer, at }
  }

  /** The form of a sign-in page where `path` leads, sent with these fields. */
  async enter(path: string, form: Record<string, string>): Promise<Answer & { at: string }> {
    const { body } = await this.follow(path)
    const [, action] =
      /<form method="post" action="(\/(?:identity|invitations)\/[^"]+)"/.exec(body) ?? []
    if (action === undefined) throw new Error(`No form in ${body}`)
    return this.follow(action, { form })
  }

  /** What a stream without an end sends until it matches. */
  async readUntil(path: string, expected: RegExp): Promise<string> {
    const answer = await this.#send(path, { headers: { accept: 'text/event-stream' } })
    let read = ''
    for await (const chunk of answer.setEncoding('utf8')) {
      read += String(chunk)
      if (expected.test(read)) break
    }
    answer.destroy()
    return read
  }

  async #send(path: string, { form, headers }: Asked): Promise<IncomingMessage> {
    const { port, ca, servername, origin } = this.#proxy
    const cookies = [...this.#cookies]
      .filter(([, cookie]) => path.startsWith(cookie.path))
      .map(([name, { value }]) => `${name}=${value}`)
    const options: RequestOptions = {
      host: '127.0.0.1',
      port,
      ca,
      servername,
      localAddress: this.#from,
      path,
      method: form ? 'POST' : 'GET',
      headers: {
        host: new URL(origin).host,
        cookie: cookies.join('; '),
        ...(form && { origin, 'content-type': 'application/x-www-form-urlencoded' }),
        ...this.#always,
        ...headers,
      },
    }
    const sent = httpsRequest(options)
    sent.end(form && new URLSearchParams(form).toString())
    const [answer]: IncomingMessage[] = await once(sent, 'response')
    if (answer === undefined) throw new TypeError('no answer')
    for (const line of answer.headers['set-cookie'] ?? []) this.#keep(line)
    return answer
  }

  #keep(line: string): void {
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
    const path = /; path=([^;]+)/i.exec(line)?.[1] ?? '/'
    if (!/; secure/i.test(line)) throw new Error(`A cookie without Secure: ${name}`)
    if (value === '' || /; max-age=0/i.test(line)) this.#cookies.delete(name)
    else this.#cookies.set(name, { path, value })
  }
}
