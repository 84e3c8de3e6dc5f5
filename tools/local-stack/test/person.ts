import { createControl } from '@night-routine/google-emulator'

/** A person whose browser has no JavaScript: it keeps cookies and follows no redirect. */
export class Person {
  readonly #publicUrl: string
  readonly #cookies = new Map<string, string>()

  constructor(publicUrl: string) {
    this.#publicUrl = publicUrl
  }

  async get(path: string): Promise<Response> {
    return this.#send(path, {})
  }

  async post(path: string, form: Record<string, string>): Promise<Response> {
    return this.#send(path, { method: 'POST', body: new URLSearchParams(form) })
  }

  async signIn(email: string, emulatorUrl: string): Promise<void> {
    const asked = (await this.get('/auth')).headers.get('location') ?? ''
    const back = new URL(await createControl(emulatorUrl).consent(asked, { email }))
    const { status } = await this.get(`${back.pathname}${back.search}`)
    if (status !== 302) throw new Error(`${email} was not let in: ${status}`)
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
