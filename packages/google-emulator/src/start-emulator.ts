import type { Control } from './control/contract.ts'

export interface EmulatorOptions {
  port?: number
  /** Exact addresses the client has registered; any loopback address unless told. */
  redirectUris?: string[]
  retryBaseMilliseconds?: number
}

export interface Emulator {
  /** For example http://127.0.0.1:41234: root of the API, issuer, and base of the sign-in. */
  origin: string
  clientId: string
  clientSecret: string
  control: Control
  close(): Promise<void>
}

/**
 * Starts an emulator inside this process, listening on 127.0.0.1 (a free port unless told).
 */
export async function startEmulator(_options: EmulatorOptions = {}): Promise<Emulator> {
  throw new Error('not built yet')
}
