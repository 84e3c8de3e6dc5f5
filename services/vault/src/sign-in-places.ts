import { randomInt } from 'node:crypto'
import pLimit from 'p-limit'
import { Failure } from './failures.ts'

/** Limits the number of concurrent sign-ins. Both functions throw a Failure at once if all places are taken. */
export interface SignInPlaces {
  /** Throws if there is no place for `from`, before the body is read. */
  assertFree(from: string): void
  /** Runs a sign-in in one of the places. */
  run<Outcome>(from: string, work: () => Promise<Outcome>): Promise<Outcome>
}

/** Seconds; random per client, so that they do not all retry at once. */
const retryAfter = { least: 2, below: 8 }

/** A sign-in uses a database connection, and readers need the others. */
const mostAtWork = 2

/**
 * Hashing a password takes CPU time and 19 MiB. A request that would only wait for it is refused
 * at once, so that readers are served meanwhile. One network cannot take all places.
 */
export function signInPlaces({ all = 32, each = 24, atWork = mostAtWork } = {}): SignInPlaces {
  const inTurn = pLimit(atWork)
  const taken = new Map<string, number>()
  let count = 0

  function assertFree(from: string): void {
    if (count < all && (taken.get(from) ?? 0) < each) return
    throw new Failure('UNAVAILABLE', {
      words: 'Too many people are signing in at once. Try again in a few seconds.',
      retryAfter: randomInt(retryAfter.least, retryAfter.below),
    })
  }

  return {
    assertFree,
    async run(from, work) {
      assertFree(from)
      count += 1
      taken.set(from, (taken.get(from) ?? 0) + 1)
      try {
        return await inTurn(work)
      } finally {
        count -= 1
        const left = (taken.get(from) ?? 1) - 1
        if (left === 0) taken.delete(from)
        else taken.set(from, left)
      }
    },
  }
}
