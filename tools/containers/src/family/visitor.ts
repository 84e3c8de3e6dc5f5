import type { Control } from '@night-routine/google-emulator'
import { Browser } from '@night-routine/servers/browser'
import { Agent, buildConnector, fetch, type RequestInit } from 'undici'
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

/** A parent's browser: it reaches the deployment through the proxy, over HTTPS. */
export class Visitor extends Browser {
  readonly #agent: Agent

  constructor({ authority, port, emulator }: VisitorOptions) {
    const allowH2 = authority !== undefined
    const connect = buildConnector({ allowH2, ...(authority !== undefined && { ca: authority }) })
    // It is on this machine, whatever the address says.
    const there = { hostname: '127.0.0.1', port: String(port) }
    const agent = new Agent({
      allowH2,
      connect: ({ protocol, ...target }, done) => {
        const used = authority === undefined ? 'http:' : protocol
        connect({ ...target, ...there, protocol: used, servername: target.hostname }, done)
      },
    })
    super({
      url: publicUrl,
      async send(url, request) {
        const headers = new Headers(request.headers)
        if (authority === undefined) headers.set('x-forwarded-proto', 'https')
        const its = { ...request, headers, dispatcher: agent } as RequestInit
        return await fetch(url, its)
      },
      ...(emulator && {
        control: {
          consent(location, person) {
            const { pathname, search } = new URL(location)
            return emulator.control.consent(
              new URL(pathname + search, emulator.origin).href,
              person,
            )
          },
        },
      }),
    })
    this.#agent = agent
  }

  /** The JSON of an endpoint. @throws Error when it is answered with another status than 200 */
  async read<T>(path: string): Promise<T> {
    return JSON.parse(await this.page(path)) as T
  }

  close(): Promise<void> {
    return this.#agent.destroy()
  }
}
