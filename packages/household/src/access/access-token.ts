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

/**
 * Gives the stored access token, renewed when it is about to end or was refused. Of several processes
 * one renews, under a row lock, and saves before anybody uses it; the others take what it saved. A
 * grant that the provider refuses is marked broken, and from then on the provider is not asked again.
 * @throws CalendarError of class `reconnect` where no grant works; the provider's other errors as they are
 */
export function storedAccess(grantor: Grantor): AccessToken {
  const { db, keys, now } = grantor
  let renewed: { accessToken: string; at: Temporal.Instant } | undefined
  return async ({ afterUnauthorized: refused } = {}) => {
    const stored = await readGrant(db, keys)
    if (isFresh(stored, { refused, now: now() })) return stored.accessToken
    const justRenewed =
      renewed?.accessToken === refused &&
      renewed !== undefined &&
      Temporal.Instant.compare(now(), renewed.at.add({ minutes: 5 })) < 0
    const result = await transaction(db, trx => renew(trx, grantor, { refused, justRenewed }))
    if (result instanceof CalendarError) throw result
    if (refused !== undefined) renewed = { accessToken: result, at: now() }
    return result
  }
}

/** A failure is returned, not thrown: what it noted must be committed. */
async function renew(
  trx: Transaction,
  { keys, signIn, now }: Grantor,
  { refused, justRenewed }: { refused: string | undefined; justRenewed: boolean },
): Promise<string | CalendarError> {
  await lockToken(trx)
  const stored = await readGrant(trx, keys)
  if (isFresh(stored, { refused, now: now() })) return stored.accessToken
  const broken = async (error: CalendarError) => {
    await markTokenBroken(trx, error.words, now())
    return error
  }
  if (justRenewed) return broken(unauthorized('the provider refuses the token it has just given'))
  if (stored.refreshToken === null) return broken(unauthorized('there is no refresh token'))
  try {
    const refreshed = await signIn.refresh(stored.refreshToken)
    await saveToken(trx, keys, {
      ...stored,
      accessToken: refreshed.accessToken,
      refreshToken: refreshed.refreshToken,
      expiry: now().add({ seconds: refreshed.expiresInSeconds }),
      scope: refreshed.scope ?? stored.scope,
    })
    return refreshed.accessToken
  } catch (error) {
    if (error instanceof CalendarError && error.class === 'reconnect') return broken(error)
    throw error
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
