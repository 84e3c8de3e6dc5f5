import type { OpenCalendarProvider } from '@night-routine/calendar'
import {
  readToken,
  TokenUnreadableError,
  type Queryable,
  type TokenKeys,
} from '@night-routine/database'

/** The state of the household's grant, and its account. */
export type Connection =
  /** Without an account, the calendars belong to the installation. */
  | { state: 'connected'; account: string | null }
  /** The grant was refused or cannot be decrypted: someone has to reconnect. */
  | { state: 'broken'; account?: string }
  /** No grant yet. */
  | { state: 'absent' }

/** Checks the stored grant; one that cannot be decrypted counts as refused. */
export async function readConnection({
  db,
  keys,
  provider,
}: {
  db: Queryable
  keys: TokenKeys
  provider: Pick<OpenCalendarProvider, 'grants'>
}): Promise<Connection> {
  if (provider.grants === null) return { state: 'connected', account: null }
  try {
    const token = await readToken(db, keys)
    if (!token) return { state: 'absent' }
    // Without a refresh token the grant expires within the hour, and only a new consent returns one.
    const works = token.broken === null && token.refreshToken !== null
    return { state: works ? 'connected' : 'broken', account: token.accountEmail }
  } catch (error) {
    if (error instanceof TokenUnreadableError) return { state: 'broken' }
    throw error
  }
}
