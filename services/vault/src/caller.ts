import {
  readCaller,
  touchToken,
  type Account,
  type VaultDatabase,
} from '@night-routine/database/vault'
import type { Clock } from '@night-routine/service'
import { Failure } from './failures.ts'
import { hashOfToken } from './token.ts'

/** A token in use is noted at most this often: a publish of many files is not as many writes. */
const noteEvery = { hours: 1 }

/** Finds out whose a token is. */
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
