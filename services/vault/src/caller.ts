import {
  readCaller,
  touchToken,
  type Account,
  type VaultDatabase,
} from '@night-routine/database/vault'
import type { Clock } from '@night-routine/service'
import { Failure } from './failures.ts'
import { hashOfToken } from './token.ts'

/** The use of a token is stored at most this often, so that uploading many files does not cause many writes. */
const noteEvery = { hours: 1 }

/** Finds the account of a token. */
export function findCaller({
  db,
  clock,
  tokenDays,
}: {
  db: VaultDatabase
  clock: Clock
  tokenDays: number
}): (token: string | undefined) => Promise<Account> {
  return async token => {
    if (!token) throw new Failure('NOT_SIGNED_IN')
    const now = clock.now()
    const tokenHash = hashOfToken(token)
    const caller = await readCaller(db, tokenHash, now.subtract({ hours: tokenDays * 24 }))
    if (!caller) throw new Failure('NOT_SIGNED_IN')
    if (Temporal.Instant.compare(caller.lastUsedAt.add(noteEvery), now) <= 0)
      await touchToken(db, tokenHash, now)
    return caller.account
  }
}
