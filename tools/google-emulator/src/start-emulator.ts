import { createLogger, systemClock } from '@night-routine/service'
import { createControl } from './control/client.ts'
import type { Control } from './control/contract.ts'
import { buildService } from './service.ts'

export interface EmulatorOptions {
  port?: number
  /** The exact addresses that the client has registered; by default, any loopback address. */
  redirectUris?: string[]
  /** The wait before a refused notification is retried, in milliseconds; 20 by default. */
  retryBaseMilliseconds?: number
  stateFile?: string
}

export interface Emulator {
  /** For example http://127.0.0.1:41234. It is the root of the API, the issuer and the base of the sign-in. */
  origin: string
  clientId: string
  clientSecret: string
  control: Control
  close(): Promise<void>
}

/** Starts an emulator in this process, on 127.0.0.1 and by default on a free port. */
export async function startEmulator(options: EmulatorOptions = {}): Promise<Emulator> {
  const client = {
    GOOGLE_CLIENT_ID: 'night-routine.apps.googleusercontent.com',
    GOOGLE_CLIENT_SECRET: 'local-secret',
  }
  const service = await buildService({
    config: {
      ...client,
      PORT: options.port ?? 0,
      HOST: '127.0.0.1',
      LOG_LEVEL: 'silent',
      TRUSTED_PROXIES: [],
      REDIRECT_URIS: options.redirectUris ?? [],
      RETRY_BASE_MILLISECONDS: options.retryBaseMilliseconds ?? 20,
      ...(options.stateFile !== undefined && { STATE_FILE: options.stateFile }),
    },
    logger: createLogger({ name: 'google-emulator', level: 'silent' }),
    clock: systemClock,
  })
  const origin = await service.listen({ host: '127.0.0.1', port: options.port ?? 0 })
  // A call without HTTP takes a quarter of the time, and tests make thousands.
  const post = async (url: string, payload: string) => {
    const headers = { 'content-type': 'application/json' }
    const { statusCode, body } = await service.inject({ method: 'POST', url, headers, payload })
    return { status: statusCode, text: body }
  }
  return {
    origin,
    clientId: client.GOOGLE_CLIENT_ID,
    clientSecret: client.GOOGLE_CLIENT_SECRET,
    control: createControl(origin, post),
    close: () => service.close(),
  }
}
