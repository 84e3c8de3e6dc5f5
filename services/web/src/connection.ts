import {
  readToken,
  TokenUnreadableError,
  type Queryable,
  type TokenKeys,
} from '@night-routine/database'

/** The state of the household's grant, and its account. */
export type Connection =
  | { state: 'connected'; account: string }
  /** The grant was refused or cannot be decrypted: someone has to reconnect. */
  | { state: 'broken'; account?: string }
  /** No grant yet. */
  | { state: 'absent' }

/** Checks the stored grant; one that cannot be decrypted counts as refused. */
export async function readConnection({
  db,
  keys,
}: {
  db: Queryable
  keys: TokenKeys
}): Promise<Connection> {
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
