import type { AccessToken, CalendarPort } from '../port.ts'

export interface GoogleOptions {
  /** Only its origin counts. Unset: Google. */
  apiRootUrl?: string
  accessToken: AccessToken
  /** For a whole answer. Unset: 10 seconds. */
  timeoutMs?: number
}

/** The calendars of one Google account. Connects to nothing until it is asked for something. */
export function connectGoogle(options: GoogleOptions): CalendarPort {
  throw new Error(`not there yet: ${options.apiRootUrl}`)
}
