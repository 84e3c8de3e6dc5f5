import type { CalendarPort, SignIn } from '@night-routine/calendar'
import type { Database, TokenKeys } from '@night-routine/database'

/** The household's calendar provider, authorised by the stored token, refreshed when needed. */
export function calendarAccess(_options: {
  db: Database
  keys: TokenKeys
  signIn: Pick<SignIn, 'refresh'>
  apiRootUrl?: string
  now: () => Temporal.Instant
}): CalendarPort {
  throw new Error('being written')
}
