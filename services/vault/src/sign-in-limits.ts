import { randomInt } from 'node:crypto'
import { beginAttempt, type Attempts, type VaultDatabase } from '@night-routine/database/vault'
import type { Clock } from '@night-routine/service'
import ipaddr from 'ipaddr.js'
import pLimit from 'p-limit'
import { Failure } from './failures.ts'

export type SignInPlaces = ReturnType<typeof signInPlaces>

/** Seconds; random per client, so that they do not all retry at once. */
const retryAfter = { least: 2, below: 8 }

/** A sign-in uses a database connection, and readers need the others. */
const mostAtWork = 2

/**
 * Limits concurrent sign-ins, because hashing takes CPU time and 19 MiB. A request that would only wait is refused
 * at once, so that readers are served meanwhile. One network cannot take all places.
 */
export function signInPlaces({ all = 32, each = 24, atWork = mostAtWork } = {}) {
  const inTurn = pLimit(atWork)
  const taken = new Map<string, number>()

  /** Throws a Failure if there is no place for `from`; called before the body is read. */
  function assertFree(from: string): void {
    const count = inTurn.activeCount + inTurn.pendingCount
    if (count < all && (taken.get(from) ?? 0) < each) return
    throw new Failure('UNAVAILABLE', {
      text: 'Too many people are signing in at once. Try again in a few seconds.',
      retryAfter: randomInt(retryAfter.least, retryAfter.below),
    })
  }

  /** Runs a sign-in in one of the places; throws a Failure at once if all are taken. */
  async function run<Outcome>(from: string, work: () => Promise<Outcome>): Promise<Outcome> {
    assertFree(from)
    taken.set(from, (taken.get(from) ?? 0) + 1)
    try {
      return await inTurn(work)
    } finally {
      const left = (taken.get(from) ?? 1) - 1
      if (left === 0) taken.delete(from)
      else taken.set(from, left)
    }
  }

  return { assertFree, run }
}

/** Counts an attempt before it is made. @throws Failure after too many failed attempts */
export async function beginCounted(
  { db, clock }: { db: VaultDatabase; clock: Clock },
  key: string,
): Promise<void> {
  const now = clock.now()
  const mayTry = (before: Attempts) => secondsToWait(before, now) === 0
  const tooSoon = await beginAttempt(db, key, { now, mayTry })
  if (tooSoon) throw new Failure('RATE_LIMITED', { retryAfter: secondsToWait(tooSoon, now) })
}

/** Failed attempts without a delay, for typing errors. */
const free = 5
const firstWaitS = 2
const longestWaitS = 300

/** Whole seconds until the next attempt: after `free` failures in a row 2, 4, 8 … up to five minutes. */
function secondsToWait({ failures, lastAt }: Attempts, now: Temporal.Instant): number {
  if (failures < free) return 0
  const wait = Math.min(longestWaitS, firstWaitS * 2 ** Math.min(failures - free, 30))
  const waited = (now.epochMilliseconds - lastAt.epochMilliseconds) / 1000
  return Math.max(0, Math.ceil(wait - waited))
}

/** The network of a request: its IPv4 address, or its IPv6 /64. */
export function clientNetwork(address: string): string {
  if (!ipaddr.isValid(address)) return address
  const ip = ipaddr.process(address)
  if (ip instanceof ipaddr.IPv4) return ip.toString()
  const network = ip.parts.slice(0, 4).map(part => part.toString(16))
  return `${network.join(':')}::/64`
}
