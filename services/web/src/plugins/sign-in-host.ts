import { signInPlaces, type SignInHost } from '@night-routine/credentials'
import { deriveKeys, type Database, type TokenKeys } from '@night-routine/database/connection'
import {
  attemptRecords,
  findCredentials,
  useRecoveryCode,
  useTotpStepOf,
  type CredentialSecrets,
} from '@night-routine/database/credentials'
import { isKnownNetwork } from '@night-routine/database/people'
import type { Clock } from '@night-routine/service'
import { message } from '@night-routine/wording'
import { LocalizedHttpError } from '../plugins/localized-http-error.ts'

/** What a password is checked with: the identities of the database, and a queue for hashing. */
export function signInHost(context: {
  db: Database
  keys: TokenKeys
  clock: Clock
}): SignInHost<CredentialSecrets> {
  const { db, keys, clock } = context
  return {
    store: {
      ...attemptRecords(db),
      findAccount: email => findCredentials(db, keys, { email }),
      isKnownAddress: (account, networkHash) => isKnownNetwork(db, account?.email, networkHash),
      useTotpStep: (id, step) => useTotpStepOf(db, id, step),
      useRecoveryCode: (id, codeHash) => useRecoveryCode(db, id, codeHash),
    },
    clock,
    // It decides which attempts share a key.
    secret: deriveKeys(keys, 'attempts')[0],
    places: signInPlaces(busy),
  }
}

function busy(seconds: number): LocalizedHttpError {
  return new LocalizedHttpError(503, message('identity.busy'), {
    headers: { 'retry-after': String(seconds) },
  })
}
