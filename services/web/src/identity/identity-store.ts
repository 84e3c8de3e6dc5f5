import type { SignInStore } from '@night-routine/accounts'
import {
  findIdentity,
  signInRecords,
  useTotpStepOf,
  type Database,
  type IdentitySecrets,
  type TokenKeys,
} from '@night-routine/database'

/** What a sign-in reads and writes of the identities in the database. */
export function identityStore(db: Database, keys: TokenKeys): SignInStore<IdentitySecrets> {
  return {
    ...signInRecords(db),
    findAccount: email => findIdentity(db, keys, { email }),
    useTotpStep: (id, step) => useTotpStepOf(db, id, step),
  }
}
