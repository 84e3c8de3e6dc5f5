import type { SignInStore } from '@night-routine/accounts'
import {
  findIdentity,
  signInRecords,
  useRecoveryCode,
  useTotpStepOf,
  type Database,
  type IdentitySecrets,
  type TokenKeys,
} from '@night-routine/database'

/** What a sign-in to the household's own accounts is checked against. */
export function signInStore(db: Database, keys: TokenKeys): SignInStore<IdentitySecrets> {
  return {
    ...signInRecords(db),
    findAccount: email => findIdentity(db, keys, { email }),
    useTotpStep: (id, step) => useTotpStepOf(db, id, step),
    useRecoveryCode: (id, codeHash) => useRecoveryCode(db, id, codeHash),
  }
}
