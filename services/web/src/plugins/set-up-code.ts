import { createHmac, hash, randomInt, timingSafeEqual } from 'node:crypto'
import { attemptKey, countAttempt, type AttemptHost } from '@night-routine/credentials'
import { deriveKeys, type Queryable, type TokenKeys } from '@night-routine/database/connection'
import { hasCredentials } from '@night-routine/database/credentials'
import { isSetUpCodeHash, readMembers, saveSetUpCode } from '@night-routine/database/people'
import { message } from '@night-routine/wording'
import { tooManyAttempts, type Refusal } from './refusal.ts'

/** No 0, 1, I and O, which look alike. */
const letters = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'
const length = 12

/** How long a code works that is made once somebody has an account. */
const freshCodeMinutes = 60

/**
 * The code with which the first person comes in, such as `K7FQ-2M9X-QW4T`: 60 bits, which the log of web shows. It is
 * derived from SECRET_KEYS, so that all copies of web have the same one, also after a restart. It ends with the first
 * account.
 */
export function setUpCode(keys: TokenKeys): string {
  return inGroups(codesOf(keys)[0])
}

/** Whether a person entered the derived code; spaces, dashes and case do not matter. */
export function isSetUpCode(keys: TokenKeys, given: string): boolean {
  const entered = Buffer.from(bare(given))
  return codesOf(keys).some(code => {
    const bytes = Buffer.from(code)
    return entered.length === bytes.length && timingSafeEqual(entered, bytes)
  })
}

/** Why a set-up code does not count; guesses are slowed down as those of a password are. */
export async function checkSetUpCode(
  host: AttemptHost,
  from: string,
  isRight: () => boolean | Promise<boolean>,
): Promise<Refusal | undefined> {
  const key = attemptKey(host, 'set-up', from)
  const seconds = await countAttempt(host, key)
  if (seconds > 0) return tooManyAttempts(seconds)
  if (!(await isRight())) return { fault: message('identity.noSetUpCode'), status: 403 }
  await host.store.forgetAttempts(key)
  return undefined
}

/** Whether anybody has come in yet; then the derived code opens nothing. */
export async function hasPeople(q: Queryable): Promise<boolean> {
  return (await hasCredentials(q)) || (await readMembers(q)).length > 0
}

/** A new code for the settings of the installation, for an hour. Only its digest is stored. */
export async function freshSetUpCode(q: Queryable, now: Temporal.Instant): Promise<string> {
  const code = Array.from({ length }, () => letters.charAt(randomInt(letters.length))).join('')
  const endsAt = now.add({ minutes: freshCodeMinutes })
  await saveSetUpCode(q, { codeHash: hash('sha256', code), now, endsAt })
  return inGroups(code)
}

/** Whether a code opens the settings of the installation: the derived one, or a fresh one once somebody has an account. */
export async function opensSettings(
  q: Queryable,
  { keys, now }: { keys: TokenKeys; now: Temporal.Instant },
  given: string,
): Promise<boolean> {
  if (!(await hasPeople(q))) return isSetUpCode(keys, given)
  return isSetUpCodeHash(q, hash('sha256', bare(given)), now)
}

const bare = (given: string) => given.toUpperCase().replaceAll(/[^A-Z2-9]/g, '')

const inGroups = (code: string) => code.replaceAll(/(.{4})(?=.)/g, '$1-')

/** The code of each key, that of the newest first. */
function codesOf(keys: TokenKeys): [string, ...string[]] {
  const [newest, ...older] = deriveKeys(keys, 'set-up code')
  return [codeOf(newest), ...older.map(codeOf)]
}

function codeOf(key: Buffer): string {
  const digest = createHmac('sha256', key).update('1').digest().subarray(0, length)
  return [...digest].map(byte => letters[byte % letters.length]).join('')
}
