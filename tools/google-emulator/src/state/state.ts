import type { EmulatorAccount, EmulatorCalendar } from '../control/contract.ts'
import type { EventContent } from '../events/content.ts'

/** An event as stored; its etag is its revision. A deleted one stays, its id is never free again. */
export interface StoredEvent {
  id: string
  revision: number
  created: string
  updated: string
  creator: string
  content: EventContent
}

export interface Calendar extends EmulatorCalendar {
  events: Map<string, StoredEvent>
}

/** The scopes that an account has granted. While the grant exists, another sign-in does not ask again. */
export interface Grant {
  email: string
  scopes: string[]
}

export interface AuthorizationCode {
  code: string
  email: string
  scopes: string[]
  redirectUri: string
  codeChallenge: string | null
  nonce: string | null
  withRefreshToken: boolean
  expiresAt: number
}

export interface RefreshToken {
  token: string
  email: string
  scopes: string[]
  usedAt: number
  /** Only of an application in Testing. */
  expiresAt?: number
}

export interface AccessToken {
  token: string
  email: string
  scopes: string[]
  expiresAt: number
}

/** Times are milliseconds since 1970. */
export interface Channel {
  id: string
  resourceId: string
  resourceUri: string
  calendarId: string
  email: string
  address: string
  token: string | null
  expiration: number
  messageNumber: number
  stopped: boolean
}

/** Everything that outlives a restart. `revision` counts the changes of all events together. */
export interface State {
  revision: number
  /** Sync tokens of another epoch are expired. */
  syncEpoch: string
  accounts: EmulatorAccount[]
  calendars: Calendar[]
  grants: Grant[]
  codes: AuthorizationCode[]
  refreshTokens: RefreshToken[]
  accessTokens: AccessToken[]
  channels: Channel[]
}
