import { hash } from 'node:crypto'
import { foldEmail } from '@night-routine/service'
import {
  attemptKey,
  countAttempt,
  countOfDay,
  type AttemptHost,
  type AttemptStore,
} from './attempts.ts'
import { stepOfCode } from './one-time-codes.ts'
import { isPassword } from './passwords.ts'
import { recoveryCodeHash } from './recovery-codes.ts'
import type { SignInPlaces } from './sign-in-places.ts'

/** What a sign-in is checked against. */
export interface AccountSecrets {
  id: string
  /** Folded, as `foldEmail` does. */
  email: string
  /** Null: the account has no password. */
  passwordHash: string | null
  /** Null without a second factor; a symbol where the key that sealed it is gone. */
  totpSecret: string | null | symbol
}

/** What signing in reads and writes. */
export interface SignInStore<Account extends AccountSecrets> extends AttemptStore {
  /** The account of a folded address. */
  findAccount(email: string): Promise<Account | undefined>
  /** Whether this account has signed in from there before; without an account, takes as long and says no. */
  isKnownAddress(account: Account | undefined, addressHash: string): Promise<boolean>
  /** Marks the code of a time step as used. @returns false when it, or a later one, was used before */
  useTotpStep(accountId: string, step: number): Promise<boolean>
  /** Uses a recovery code up, where a code may be one. @returns whether it was one of this account */
  useRecoveryCode?(accountId: string, codeHash: string): Promise<boolean>
}

/** What a sign-in is checked with. */
export interface SignInHost<Account extends AccountSecrets> extends AttemptHost {
  store: SignInStore<Account>
  places: SignInPlaces
}

/** What a check says. `seconds`: when to try again. */
export type SignInOutcome<Account> =
  | { outcome: 'right'; account: Account; usedRecoveryCode: boolean }
  /** The password is right, and a code is missing. */
  | { outcome: 'code-required'; account: Account }
  /** `failures`: wrong passwords for the account today, if there is one, from networks like this one. */
  | { outcome: 'wrong'; account: Account | undefined; failures: number }
  | { outcome: 'code-wrong' }
  /** The password is right, but the key that sealed the second factor is gone; a recovery code works, if there are any. */
  | { outcome: 'factor-lost'; account: Account }
  | { outcome: 'wait'; seconds: number }

/** Wrong passwords in a day, counted apart for networks that the person knows: strangers lock no one out at home. */
export const wrongOfDay = 50

/**
 * Checks an address, a password, and the code of a second factor where one is given. Failures slow down one network at
 * one address, whether or not it has an account. @throws the refusal of `places`
 */
export async function checkSignIn<Account extends AccountSecrets>(
  host: SignInHost<Account>,
  given: { email: string; password: string; code?: string; from: string },
): Promise<SignInOutcome<Account>> {
  return host.places.run(given.from, () => checked(host, given))
}

async function checked<Account extends AccountSecrets>(
  host: SignInHost<Account>,
  { email, password, code = '', from }: Parameters<typeof checkSignIn>[1],
): Promise<SignInOutcome<Account>> {
  const { store, clock } = host
  const folded = foldEmail(email)
  // PostgreSQL cannot store NUL in a text, so no account has such an address.
  const account = await store.findAccount(folded.includes('\0') ? '' : folded)
  const isKnown = await store.isKnownAddress(account, hash('sha256', from))
  const key = attemptKey(host, 'network', folded, from)
  const seconds = await countAttempt(host, key)
  if (seconds > 0) return { outcome: 'wait', seconds }
  const day = clock.now().toZonedDateTimeISO('UTC')
  const keyOfDay = attemptKey(host, 'day', folded, String(day.toPlainDate()), String(isKnown))
  const failures = await countOfDay(host, keyOfDay, wrongOfDay)
  if (failures > wrongOfDay) {
    const tomorrow = day.startOfDay().add({ days: 1 })
    return { outcome: 'wait', seconds: Math.ceil(day.until(tomorrow).total('seconds')) }
  }

  const isRight = await isPassword(password, account?.passwordHash ?? undefined)
  if (account === undefined || !isRight) return { outcome: 'wrong', account, failures }
  const answer = await checkFactor(host, account, code)
  await store.undoAttempt(keyOfDay)
  // Neither is a failed attempt. A missing code does not forget earlier failures either, because codes can be guessed.
  const isNoFailure = answer.outcome === 'code-required' || answer.outcome === 'factor-lost'
  if (isNoFailure) await store.undoAttempt(key)
  if (answer.outcome === 'right') await store.forgetAttempts(key)
  return answer
}

/** Checks a code, after `checkSignIn` has said that one is required. */
export async function checkCode<Account extends AccountSecrets>(
  host: SignInHost<Account>,
  { account, code, from }: { account: Account; code: string; from: string },
): Promise<SignInOutcome<Account>> {
  const answer = await checkFactor(host, account, code)
  if (answer.outcome === 'right')
    await host.store.forgetAttempts(attemptKey(host, 'network', account.email, from))
  return answer
}

/** Anyone guessing codes has the password, so failures count per account, from any network. */
async function checkFactor<Account extends AccountSecrets>(
  host: SignInHost<Account>,
  account: Account,
  code: string,
): Promise<SignInOutcome<Account>> {
  const { store } = host
  if (account.totpSecret === null) return { outcome: 'right', account, usedRecoveryCode: false }
  const isLost = typeof account.totpSecret === 'symbol'
  if (isLost && (code === '' || store.useRecoveryCode === undefined))
    return { outcome: 'factor-lost', account }
  if (code === '') return { outcome: 'code-required', account }
  const key = attemptKey(host, 'code', account.id)
  const seconds = await countAttempt(host, key)
  if (seconds > 0) return { outcome: 'wait', seconds }
  const usedRecoveryCode = await useCode(host, account, code)
  if (usedRecoveryCode === undefined) return { outcome: 'code-wrong' }
  await store.forgetAttempts(key)
  return { outcome: 'right', account, usedRecoveryCode }
}

/** Uses a code up. @returns whether it was a recovery code; undefined for a wrong one */
async function useCode<Account extends AccountSecrets>(
  { store, clock }: SignInHost<Account>,
  { id, totpSecret }: Account,
  code: string,
): Promise<boolean | undefined> {
  const step =
    typeof totpSecret === 'string' ? stepOfCode(totpSecret, code, clock.now()) : undefined
  if (step !== undefined) return (await store.useTotpStep(id, step)) ? false : undefined
  const codeHash = recoveryCodeHash(code)
  if (codeHash === undefined) return undefined
  return (await store.useRecoveryCode?.(id, codeHash)) || undefined
}
