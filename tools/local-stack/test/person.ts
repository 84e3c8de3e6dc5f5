import { createControl } from '@night-routine/google-emulator'

/** A person whose browser has no JavaScript: it keeps cookies and follows no redirect. */
export class Person {
  readonly #publicUrl: string
  readonly #cookies = new Map<string, string>()
  #enter = async (_path: string): Promise<void> => {}

  constructor(publicUrl: string) {
    this.#publicUrl = publicUrl
  }

  async get(path: string): Promise<Response> {
    return this.#send(path, {})
  }

  async post(path: string, form: Record<string, string>): Promise<Response> {
    return this.#send(path, { method: 'POST', body: new URLSearchParams(form) })
  }

  /** Sends a form, and signs in again where it asks who is there. */
  async confirmed(path: string, form: Record<string, string>): Promise<Response> {
    const { status } = await this.post(path, form)
    if (status !== 403) throw new Error(`POST ${path}: ${status}, not confirmed`)
    await this.#enter('/auth?intent=confirm')
    const page = await (await this.get('/confirm')).text()
    const [, confirmation = ''] = /name="confirmation" value="([^"]+)"/.exec(page) ?? []
    return this.post(path, { confirmation })
  }

  async signIn(email: string, emulatorUrl: string): Promise<void> {
    this.#enter = async path => {
      const asked = (await this.get(path)).headers.get('location') ?? ''
      const back = new URL(await createControl(emulatorUrl).consent(asked, { email }))
      const { status } = await this.get(`${back.pathname}${back.search}`)
      if (status !== 302) throw new Error(`${email} was not let in: ${status}`)
    }
    await this.#enter('/auth')
  }

  async #send(path: string, request: RequestInit): Promise<Response> {
    const cookie = [...this.#cookies].map(pair => pair.join('=')).join('; ')
    const answer = await fetch(this.#publicUrl + path, {
      ...request,
      headers: { cookie },
      redirect: 'manual',
    })
    for (const line of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      this.#cookies.set(name, value)
    }
    return answer
  }
}
