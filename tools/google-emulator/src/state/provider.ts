import type { IdTokenFault, TombstoneMode } from '../control/contract.ts'
import type { SigningKey } from '../oauth/signing-key.ts'
import type { MovableClock } from './clock.ts'
import type { State } from './state.ts'

/** The one application that is registered with the emulator. */
export interface Client {
  id: string
  secret: string
  /** Exact addresses; empty means any loopback address. */
  redirectUris: readonly string[]
}

/** Behaviour that tests turn on. A new or restarted emulator has none of it. */
export interface Switches {
  refuseUndelete: boolean
  rotateRefreshTokens: boolean
  idTokenFault: IdTokenFault | null
  pageSize: number | null
  emptyFirstPage: boolean
  ignoreUpdates: boolean
  tombstones: TombstoneMode
  refuseNullRecurrence: boolean
  /** The application is in Testing, where refresh tokens end after seven days. */
  testing: boolean
  /** The account that the browser knows. */
  rememberedAccount: string | null
}

/** The whole provider. Every route gets it, and reads what it needs. */
export interface Provider {
  state: State
  switches: Switches
  readonly clock: MovableClock
  readonly client: Client
  readonly signingKey: SigningKey
  /** Called after every change of a calendar's events. */
  calendarChanged(calendarId: string): void
}

export function switchesOff(): Switches {
  return {
    refuseUndelete: false,
    rotateRefreshTokens: false,
    idTokenFault: null,
    pageSize: null,
    emptyFirstPage: false,
    ignoreUpdates: false,
    tombstones: 'usual',
    refuseNullRecurrence: false,
    testing: false,
    rememberedAccount: null,
  }
}
