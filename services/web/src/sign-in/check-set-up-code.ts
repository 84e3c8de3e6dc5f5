import { hash } from 'node:crypto'
import { countAttempt, type AttemptStore } from '@night-routine/accounts'
import type { TokenKeys } from '@night-routine/database'
import type { Clock } from '@night-routine/service'
import { message } from '@night-routine/wording'
import { tooManyAttempts, type Refusal } from './refusal.ts'
import { isSetUpCode } from './set-up-code.ts'

/** Where guesses are counted. */
interface AttemptHost {
  store: Pick<AttemptStore, 'beginAttempt' | 'forgetAttempts'>
  clock: Clock
}

/** Why a set-up code does not count; guesses are slowed down as those of a password are. */
export async function checkSetUpCode(
  given: string,
  { host, keys, from }: { host: AttemptHost; keys: TokenKeys; from: string },
): Promise<Refusal | undefined> {
  const key = hash('sha256', `set-up code ${from}`)
  const seconds = await countAttempt(host, key)
  if (seconds > 0) return tooManyAttempts(seconds)
  if (!isSetUpCode(keys, given)) return { fault: message('identity.noSetUpCode'), status: 403 }
  await host.store.forgetAttempts(key)
  return undefined
}
