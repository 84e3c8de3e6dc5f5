import type { Control } from '@night-routine/google-emulator'
import type { InjectOptions } from 'fastify'
import { confirmationIn } from './web-with-credentials.ts'
import type { RunningWeb } from './running-web.ts'

type Consent = Parameters<Control['consent']>[1]
type Answer = Awaited<ReturnType<RunningWeb['service']['inject']>>

/** A minimal browser: it keeps cookies and does not follow redirects. */
export class Browser {
  readonly cookies = new Map<string, string>()
  readonly #web: RunningWeb
  /** Who signed in last. */
  #email = ''

  constructor(web: RunningWeb) {
    this.#web = web
  }

  async get(url: string, headers: Record<string, string> = {}): Promise<Answer> {
    return this.#send({ method: 'GET', url, headers })
  }

  async post(
    url: string,
    form: Record<string, string> | URLSearchParams = {},
    headers: Record<string, string> = {},
  ): Promise<Answer> {
    return this.#send({
      method: 'POST',
      url,
      payload: new URLSearchParams(form).toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    })
  }

  /** Posts a form, and confirms at the provider that it is really this person. */
  async act(url: string, form: Record<string, string> | URLSearchParams = {}): Promise<Answer> {
    const asked = await this.post(url, form)
    if (!asked.body.includes('/auth?intent=confirm')) return asked
    await this.signIn(this.#email, '/auth?intent=confirm')
    const confirmation = confirmationIn((await this.get('/confirm')).body) ?? ''
    return this.post(url, { confirmation })
  }

  async json(
    url: string,
    body: string | Buffer,
    type = 'application/json',
    method: 'POST' | 'PATCH' = 'POST',
  ): Promise<Answer> {
    return this.#send({ method, url, payload: body, headers: { 'content-type': type } })
  }

  async delete(url: string): Promise<Answer> {
    return this.#send({ method: 'DELETE', url })
  }

  /** Follows the redirect to the provider, decides there, and returns the callback address. */
  async consent(consent: Consent, path = '/auth'): Promise<string> {
    const { headers } = await this.get(path)
    const back = new URL(await this.#web.emulator.control.consent(headers.location ?? '', consent))
    return `${back.pathname}${back.search}`
  }

  /** The whole sign-in. */
  async signIn(email: string, path = '/auth'): Promise<Answer> {
    this.#email = email
    return this.get(await this.consent({ email }, path))
  }

  async #send(options: InjectOptions): Promise<Answer> {
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const answer = await this.#web.service.inject({
      ...options,
      headers: { ...(cookie === '' ? {} : { cookie }), ...options.headers },
    })
    for (const { name, value, maxAge } of answer.cookies)
      if (maxAge === 0) this.cookies.delete(name)
      else this.cookies.set(name, value)
    // "See other": the page of a secret that the form has made.
    return answer.statusCode === 303 ? this.get(answer.headers.location ?? '') : answer
  }
}
