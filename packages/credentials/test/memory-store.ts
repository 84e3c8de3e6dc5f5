import { hash } from 'node:crypto'
import type { Attempts } from '../src/attempts.ts'
import type { AccountSecrets, SignInStore } from '../src/check-sign-in.ts'

/** A store with these accounts, and what it was asked to do. */
export function memoryStore<Account extends AccountSecrets>(accounts: readonly Account[]) {
  const attempts = new Map<string, Attempts>()
  const known = new Set<string>()
  const steps = new Map<string, number>()
  const looked: string[] = []
  const store: SignInStore<Account> = {
    async findAccount(email) {
      looked.push(email)
      return accounts.find(account => account.email === email)
    },
    async beginAttempt(key, { now, mayTry }) {
      const before = attempts.get(key) ?? { failures: 0, lastAt: now }
      if (!mayTry(before)) return before
      attempts.set(key, { failures: before.failures + 1, lastAt: now })
      return before
    },
    async undoAttempt(key) {
      const before = attempts.get(key)
      if (before !== undefined) attempts.set(key, { ...before, failures: before.failures - 1 })
    },
    async forgetAttempts(key) {
      attempts.delete(key)
    },
    async isKnownAddress(account, addressHash) {
      return known.has(`${account?.id} ${addressHash}`)
    },
    async useTotpStep(id, step) {
      if ((steps.get(id) ?? 0) >= step) return false
      steps.set(id, step)
      return true
    },
  }
  /** Failures of each key that has any, but for those of a day. */
  const failures = () =>
    [...attempts]
      .filter(([key, one]) => one.failures > 0 && !key.startsWith('day '))
      .map(([, one]) => one.failures)
  /** Adds wrong passwords to each day that has any: most tests of a day would only wait for their hashes. */
  const addToDay = (times: number) => {
    for (const [key, one] of attempts)
      if (key.startsWith('day ')) attempts.set(key, { ...one, failures: one.failures + times })
  }
  const remember = (id: string, from: string) => known.add(`${id} ${hash('sha256', from)}`)
  return { store, addToDay, failures, looked, remember, keys: () => [...attempts.keys()] }
}

/** A clock that a test moves. */
export function testClock(start = '2026-11-20T12:00:10Z') {
  let now = Temporal.Instant.from(start)
  return {
    now: () => now,
    advance: (seconds: number) => {
      now = now.add({ milliseconds: seconds * 1000 })
    },
  }
}
