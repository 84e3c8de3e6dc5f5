import { CalendarError, type AccessToken, type Grants } from '@night-routine/calendar'
import {
  grantTransaction,
  markTokenBroken,
  readToken,
  saveToken,
  type StoredToken,
} from '@night-routine/database/calendar'
import {
  TokenUnreadableError,
  type Database,
  type Queryable,
  type TokenKeys,
  type Transaction,
} from '@night-routine/database/connection'

export interface GrantStore {
  db: Database
  keys: TokenKeys
  now: () => Temporal.Instant
}

interface Grantor extends GrantStore {
  grants: Pick<Grants, 'refresh'>
}

/** The household's grant, for calls to the provider. */
export interface StoredGrant {
  accessToken: AccessToken
  /** Marks the grant broken after the provider refused it for good, unless it was replaced meanwhile. */
  refused(failure: CalendarError): Promise<void>
}

/**
 * Returns the stored access token, renewed when it expires soon or was refused. One process at a time renews
 * it, under a row lock, and stores it before use; the others read the stored one. After the grant was marked
 * broken, the provider is not called until a parent reconnects. `accessToken` throws a CalendarError of
 * class `reconnect` when there is no valid grant.
 */
export function storedGrant(grantor: Grantor): StoredGrant {
  const { db, keys, now } = grantor
  let handedOut: string | undefined
  return {
    async accessToken({ afterUnauthorized: refused } = {}) {
      const stored = await readGrant(db, keys)
      const result = isFresh(stored, { refused, now: now() })
        ? stored.accessToken
        : await grantTransaction(db, trx => renew(trx, grantor, refused))
      if (result instanceof CalendarError) throw result
      handedOut = result
      return result
    },
    async refused(failure) {
      if (failure.class !== 'reconnect' || handedOut === undefined) return
      await grantTransaction(db, async trx => {
        const stored = await readToken(trx, keys)
        if (stored?.accessToken === handedOut) await markTokenBroken(trx, failure.message, now())
      })
    },
  }
}

/** Returns failures instead of throwing them, so that the transaction commits what was recorded. */
async function renew(
  trx: Transaction,
  { keys, grants, now }: Grantor,
  refused: string | undefined,
): Promise<string | CalendarError> {
  const stored = await readGrant(trx, keys)
  if (isFresh(stored, { refused, now: now() })) return stored.accessToken
  try {
    if (stored.refreshToken === null) throw unauthorized('there is no refresh token')
    const refreshed = await grants.refresh(stored.refreshToken)
    await saveToken(trx, keys, {
      ...stored,
      ...refreshed,
      refreshTokenEndsAt:
        refreshed.refreshTokenEndsInSeconds === null
          ? null
          : now().add({ seconds: refreshed.refreshTokenEndsInSeconds }),
      expiry: now().add({ seconds: refreshed.expiresInSeconds }),
      scope: refreshed.scope ?? stored.scope,
    })
    return refreshed.accessToken
  } catch (error) {
    if (!(error instanceof CalendarError) || error.class !== 'reconnect') throw error
    await markTokenBroken(trx, error.message, now())
    return error
  }
}

async function readGrant(q: Queryable, keys: TokenKeys): Promise<StoredToken> {
  let stored: StoredToken | undefined
  try {
    stored = await readToken(q, keys)
  } catch (error) {
    if (!(error instanceof TokenUnreadableError)) throw error
    throw unauthorized('no key of this installation decrypts the stored token')
  }
  if (stored === undefined) throw unauthorized('no account is connected')
  if (stored.broken !== null) throw unauthorized(`broken since ${stored.broken.at.toString()}`)
  return stored
}

function isFresh(
  stored: StoredToken,
  { refused, now }: { refused: string | undefined; now: Temporal.Instant },
): boolean {
  const endsSoon = Temporal.Instant.compare(stored.expiry, now.add({ minutes: 1 })) <= 0
  return stored.accessToken !== refused && !endsSoon
}

function unauthorized(detail: string): CalendarError {
  return new CalendarError('unauthorized', { detail })
}
