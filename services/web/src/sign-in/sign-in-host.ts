import { signInPlaces, type SignInHost } from '@night-routine/accounts'
import type { Database, IdentitySecrets, TokenKeys } from '@night-routine/database'
import type { Clock } from '@night-routine/service'
import { message } from '@night-routine/wording'
import { SpokenError } from '../plugins/spoken-error.ts'
import { signInStore } from './sign-in-store.ts'

/** What a password is checked with: the identities of the database, and a queue for hashing. */
export function signInHost({
  db,
  keys,
  clock,
}: {
  db: Database
  keys: TokenKeys
  clock: Clock
}): SignInHost<IdentitySecrets> {
  return { store: signInStore(db, keys), clock, places: signInPlaces(busy) }
}

function busy(seconds: number): SpokenError {
  return new SpokenError(503, message('identity.busy'), {
    headers: { 'retry-after': String(seconds) },
  })
}
