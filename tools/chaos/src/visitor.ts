import { setTimeout as sleep } from 'node:timers/promises'
import type { Control } from '@night-routine/google-emulator'

/** The outcome of a request: stored, refused with a reason, or unknown. */
export type Answer = 'accepted' | 'refused' | 'unknown'

const timeoutMs = 30_000

/** A person's browser, which can talk to either web process. */
export class Visitor {
  readonly #urls: readonly [string, string]
  readonly #control: Control
  readonly #cookies = new Map<string, string>()
  /** Responses that a signed-in person should never get. */
  readonly surprises: string[] = []

  constructor(urls: readonly [string, string], control: Control) {
    this.#urls = urls
    this.#control = control
  }

  /** Signs in, and retries while the service is busy. `path` can be the one that reconnects. */
  async signIn(email: string, path = '/auth'): Promise<void> {
    for (let tries = 1; ; tries++)
      try {
        return await this.#comeIn(email, path)
      } catch (error) {
        if (tries === 40) throw error
        await sleep(250)
      }
  }

  async #comeIn(email: string, path: string): Promise<void> {
    const to = await this.#send(0, path)
    const consentUrl = to.headers.get('location')
    if (consentUrl === null) throw new Error(`${path} was answered ${to.status}`)
    const back = new URL(await this.#control.consent(consentUrl, { email }))
    const answer = await this.#send(0, `${back.pathname}${back.search}`)
    if (answer.status !== 302) throw new Error(`sign-in ended with ${answer.status}`)
  }

  async page(path: string, web = 0): Promise<string> {
    return (await this.#send(web, path)).text()
  }

  /** Its cookies, by name. */
  cookies(): ReadonlyMap<string, string> {
    return this.#cookies
  }

  async form(path: string, fields: Record<string, string>, web = 0): Promise<Answer> {
    return this.#ask(web, path, { body: new URLSearchParams(fields) })
  }

  async json(path: string, body: object, web = 0): Promise<Answer> {
    const headers = { 'content-type': 'application/json' }
    return this.#ask(web, path, { body: JSON.stringify(body), headers })
  }

  async #ask(web: number, path: string, request: RequestInit): Promise<Answer> {
    try {
      const answer = await this.#send(web, path, { method: 'POST', ...request })
      const text = await answer.text()
      const { status } = answer
      if (status < 400) return 'accepted'
      if (status >= 500) return 'unknown'
      if (status !== 400 && status !== 404 && status !== 409)
        this.surprises.push(`POST ${path} was answered ${status} ${text.slice(0, 200)}`)
      return 'refused'
    } catch {
      // The process was killed, or is still starting.
      return 'unknown'
    }
  }

  async #send(web: number, path: string, request: RequestInit = {}): Promise<Response> {
    const cookie = [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const headers = new Headers(request.headers)
    if (cookie !== '') headers.set('cookie', cookie)
    const answer = await fetch(new URL(path, this.#urls[web]), {
      ...request,
      headers,
      redirect: 'manual',
      signal: AbortSignal.timeout(timeoutMs),
    })
    for (const line of answer.headers.getSetCookie()) {
      const [name = '', value = ''] = (line.split(';')[0] ?? '').split('=')
      if (/max-age=0/i.test(line) || value === '') this.#cookies.delete(name)
      else this.#cookies.set(name, value)
    }
    return answer
  }
}
