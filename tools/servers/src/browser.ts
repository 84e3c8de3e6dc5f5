/** Where a browser goes, and who it meets there. */
export interface BrowserOptions {
  /** The address that paths are below. */
  url: string
  /** The control of the emulator of Google, where people consent. */
  control?: { consent(url: string, person: { email: string }): Promise<string> }
  /** How requests get there; `fetch` unless given. */
  send?: (url: URL, request: RequestInit) => Promise<Response>
}

/** A person's browser without script: it keeps cookies, and follows no redirect by itself. */
export class Browser {
  readonly #options: BrowserOptions
  readonly #cookies = new Map<string, string>()
  #email = ''

  constructor(options: BrowserOptions) {
    this.#options = options
  }

  /** Its cookies, by name. */
  get cookies(): ReadonlyMap<string, string> {
    return this.#cookies
  }

  async send(path: string, request: RequestInit = {}): Promise<Response> {
    const { url, send = fetch } = this.#options
    const cookie = [...this.#cookies].map(pair => pair.join('=')).join('; ')
    const headers = new Headers(request.headers)
    if (cookie !== '') headers.set('cookie', cookie)
    const answer = await send(new URL(path, url), {
      ...request,
      headers,
      redirect: 'manual',
      signal: request.signal ?? AbortSignal.timeout(30_000),
    })
    for (const line of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      if (value === '' || /max-age=0/i.test(line)) this.#cookies.delete(name)
      else this.#cookies.set(name, value)
    }
    return answer
  }

  async post(path: string, form: Record<string, string>, headers = {}): Promise<Response> {
    return this.send(path, { method: 'POST', body: new URLSearchParams(form), headers })
  }

  async json(path: string, body: object): Promise<Response> {
    const headers = { 'content-type': 'application/json' }
    return this.send(path, { method: 'POST', body: JSON.stringify(body), headers })
  }

  /** A page, as text. @throws Error when it is answered with another status than 200 */
  async page(path: string): Promise<string> {
    const answer = await this.send(path)
    const text = await answer.text()
    if (answer.status !== 200) throw new Error(`${path}: ${answer.status} ${text.slice(0, 300)}`)
    return text
  }

  /** Sends a form. @throws Error when the answer is not a redirect */
  async form(path: string, fields: Record<string, string>): Promise<Response> {
    const answer = await this.post(path, fields)
    if (answer.status !== 302 && answer.status !== 303)
      throw new Error(`POST ${path}: ${answer.status} ${(await answer.text()).slice(0, 300)}`)
    await answer.body?.cancel()
    return answer
  }

  /** Signs in by the consent page of the emulator; `path` may also reconnect or confirm. @throws Error if not let in */
  async signIn(email: string, path = '/auth'): Promise<void> {
    this.#email = email
    const { control } = this.#options
    if (control === undefined) throw new Error('there is no provider to sign in at')
    const asked = await this.send(path)
    const location = asked.headers.get('location')
    if (location === null) throw new Error(`${path} was answered with ${asked.status}`)
    const back = new URL(await control.consent(location, { email }))
    const answer = await this.send(back.pathname + back.search)
    if (answer.status !== 302) throw new Error(`${email} was not let in: ${answer.status}`)
  }

  /**
   * Sends a form before which people show once more who they are, and does so: with their password, or without one at
   * the provider.
   */
  async confirmed(path: string, fields: Record<string, string>, password?: string) {
    const asked = await this.post(path, fields)
    let page = await asked.text()
    if (asked.status !== 403) throw new Error(`POST ${path}: ${asked.status}, not confirmed`)
    if (password === undefined) {
      await this.signIn(this.#email, '/auth?intent=confirm')
      page = await this.page('/confirm')
    }
    const [, confirmation = ''] = /name="confirmation" value="([^"]+)"/.exec(page) ?? []
    return this.post(path, { confirmation, ...(password !== undefined && { password }) })
  }
}
