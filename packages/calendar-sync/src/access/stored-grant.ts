import { CalendarError, type AccessToken, type SignIn } from '@night-routine/calendar'
import {
  lockToken,
  markTokenBroken,
  readToken,
  saveToken,
  TokenUnreadableError,
  transaction,
  type Database,
  type Queryable,
  type StoredToken,
  type TokenKeys,
  type Transaction,
} from '@night-routine/database'

/** Where the household's grant is kept, and how it is renewed. */
export interface Grantor {
  db: Database
  keys: TokenKeys
  signIn: Pick<SignIn, 'refresh'>
  now: () => Temporal.Instant
}

/** The household's grant, as calls to the provider use it. */
export interface StoredGrant {
  accessToken: AccessToken
  /** Marks the grant broken when the provider refused it for good, unless it was replaced meanwhile. */
  refused(failure: CalendarError): Promise<void>
}

/**
 * Gives the stored access token, renewed when it is about to end or was refused. Of several processes
 * one renews, under a row lock, and saves before anybody uses it; the others take what it saved. Once
 * the grant is marked broken, the provider is not asked again before somebody connects anew.
 * `accessToken` throws CalendarError of class `reconnect` where no grant works.
 */
export function storedGrant(grantor: Grantor): StoredGrant {
  const { db, keys, now } = grantor
  let handedOut: string | undefined
  return {
    async accessToken({ afterUnauthorized: refused } = {}) {
      const stored = await readGrant(db, keys)
      const result = isFresh(stored, { refused, now: now() })
        ? stored.accessToken
        : await transaction(db, trx => renew(trx, grantor, refused))
      if (result instanceof CalendarError) throw result
      handedOut = result
      return result
    },
    async refused(failure) {
      if (failure.class !== 'reconnect' || handedOut === undefined) return
      await transaction(db, async trx => {
        await lockToken(trx)
        const stored = await readToken(trx, keys)
        if (stored?.accessToken === handedOut) await markTokenBroken(trx, failure.words, now())
      })
    },
  }
}

/** A failure is returned, not thrown: what it noted must be committed. */
async function renew(
  trx: Transaction,
  { keys, signIn, now }: Grantor,
  refused: string | undefined,
): Promise<string | CalendarError> {
  await lockToken(trx)
  const stored = await readGrant(trx, keys)
  if (isFresh(stored, { refused, now: now() })) return stored.accessToken
  try {
    if (stored.refreshToken === null) throw unauthorized('there is no refresh token')
    const refreshed = await signIn.refresh(stored.refreshToken)
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
    await markTokenBroken(trx, error.words, now())
    return error
  }
}

async function readGrant(q: Queryable, keys: TokenKeys): Promise<StoredToken> {
  let stored: StoredToken | undefined
  try {
    stored = await readToken(q, keys)
  } catch (error) {
    if (!(error instanceof TokenUnreadableError)) throw error
    throw unauthorized('none of the keys of this installation opens the stored token')
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
