import { TokenUnreadableError, type StoredToken } from '@night-routine/database'

/** Whether we can reach the household's calendar for it, and as whom. */
export type Connection =
  | { state: 'connected'; account: string }
  /** The grant does not work any more, or cannot be read: only signing in for it again helps. */
  | { state: 'broken'; account?: string }
  /** Nobody has given a grant yet. */
  | { state: 'absent' }

/** Judges the stored grant; one that cannot be opened is as good as refused. */
export async function connectionFrom(
  readToken: () => Promise<StoredToken | undefined>,
): Promise<Connection> {
  try {
    const token = await readToken()
    if (!token) return { state: 'absent' }
    // Without a refresh token it ends within the hour, and only a new consent brings one.
    const works = token.broken === null && token.refreshToken !== null
    return { state: works ? 'connected' : 'broken', account: token.accountEmail }
  } catch (error) {
    if (error instanceof TokenUnreadableError) return { state: 'broken' }
    throw error
  }
}
