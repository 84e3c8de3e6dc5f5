import { setTimeout as sleep } from 'node:timers/promises'
import type { Control } from '@night-routine/google-emulator'
import { Browser } from '@night-routine/servers/browser'

/** The outcome of a request: stored, refused with a reason, or unknown. */
export type Answer = 'accepted' | 'refused' | 'unknown'

/** A person's browser, which can talk to either web process and gets over what happens to it. */
export class Visitor {
  readonly #urls: readonly [string, string]
  readonly #browser: Browser
  /** Responses that a signed-in person should never get. */
  readonly surprises: string[] = []

  constructor(urls: readonly [string, string], control: Control) {
    this.#urls = urls
    this.#browser = new Browser({ url: urls[0], control })
  }

  /** Signs in, and retries while the service is busy. `path` can be the one that reconnects. */
  async signIn(email: string, path = '/auth'): Promise<void> {
    for (let tries = 1; ; tries++)
      try {
        return await this.#browser.signIn(email, path)
      } catch (error) {
        if (tries === 40) throw error
        await sleep(250)
      }
  }

  /** A page, whatever its status. */
  async page(path: string, web = 0): Promise<string> {
    return (await this.#browser.send(this.#at(path, web))).text()
  }

  /** Its cookies, by name. */
  cookies(): ReadonlyMap<string, string> {
    return this.#browser.cookies
  }

  async form(path: string, fields: Record<string, string>, web = 0): Promise<Answer> {
    return this.#judge(path, () => this.#browser.post(this.#at(path, web), fields))
  }

  async json(path: string, body: object, web = 0): Promise<Answer> {
    return this.#judge(path, () => this.#browser.json(this.#at(path, web), body))
  }

  #at(path: string, web: number): string {
    return new URL(path, this.#urls[web]).href
  }

  async #judge(path: string, send: () => Promise<Response>): Promise<Answer> {
    try {
      const answer = await send()
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
}
