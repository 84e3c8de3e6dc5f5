import type { OpenCalendarProvider } from '@night-routine/calendar'
import { canOpen, readSealedGrant, type SealedGrant } from '@night-routine/database/calendar'
import type { Queryable, TokenKeys } from '@night-routine/database/connection'

/** The state of the household's grant, and its account. */
export interface Connection {
  /** `broken`: the grant was refused or cannot be decrypted, so someone has to reconnect. `absent`: no grant yet. */
  state: 'connected' | 'broken' | 'absent'
  /** Without an account, the calendars belong to the installation. */
  account?: string | null
}

interface Access {
  keys: TokenKeys
  provider: Pick<OpenCalendarProvider, 'grants'>
}

/** Checks the stored grant; one that cannot be decrypted counts as refused. */
export async function readConnection(context: Access & { db: Queryable }): Promise<Connection> {
  const grant = context.provider.grants === null ? undefined : await readSealedGrant(context.db)
  return connectionOf(grant ?? null, context)
}

/** What `readConnection` says of this grant. */
export function connectionOf(grant: SealedGrant | null, { keys, provider }: Access): Connection {
  if (provider.grants === null) return { state: 'connected', account: null }
  if (grant === null) return { state: 'absent' }
  if (!canOpen(keys, grant)) return { state: 'broken' }
  // Without a refresh token the grant expires within the hour, and only a new consent returns one.
  const works = !grant.broken && grant.refreshToken !== null
  return { state: works ? 'connected' : 'broken', account: grant.accountEmail }
}
