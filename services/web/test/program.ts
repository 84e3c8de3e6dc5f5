import type { InjectOptions } from 'fastify'
import type { Browser } from './browser.ts'
import type { Answer } from './web-with-credentials.ts'
import type { RunningWeb } from './running-web.ts'

/** Makes a token on the page of a person, as they would. */
export async function tokenFor(
  browser: Browser,
  scope: 'read' | 'write' = 'write',
  name = 'Program',
): Promise<string> {
  const { body } = await browser.act('/you/tokens', { name, scope })
  return /value="(nr_[\w-]{43})"/.exec(body)?.[1] ?? ''
}

/** A program that calls the API with a token. */
export class Program {
  readonly #web: RunningWeb
  readonly #token: string

  constructor(web: RunningWeb, token: string) {
    this.#web = web
    this.#token = token
  }

  async get(url: string, headers: Record<string, string> = {}): Promise<Answer> {
    return this.send({ method: 'GET', url, headers })
  }

  async post(url: string, body?: object): Promise<Answer> {
    return this.send({ method: 'POST', url, ...(body && { payload: body }) })
  }

  async patch(url: string, body: object): Promise<Answer> {
    return this.send({ method: 'PATCH', url, payload: body })
  }

  async delete(url: string): Promise<Answer> {
    return this.send({ method: 'DELETE', url })
  }

  async send(options: InjectOptions): Promise<Answer> {
    const authorization = `Bearer ${this.#token}`
    return this.#web.service.inject({ ...options, headers: { authorization, ...options.headers } })
  }
}
