import { randomInt } from 'node:crypto'
import pLimit from 'p-limit'

export type SignInPlaces = ReturnType<typeof signInPlaces>

/** Seconds; random per client, so that they do not all retry at once. */
const retryAfter = { least: 2, below: 8 }

/** A sign-in uses a database connection, and readers need the others. */
const mostAtWork = 2

/**
 * Limits concurrent sign-ins, because hashing takes CPU time and 19 MiB. One that would only wait is refused at once,
 * with `refusal`, and one network cannot take all places.
 */
export function signInPlaces(
  refusal: (seconds: number) => Error,
  { all = 32, each = 24, atWork = mostAtWork } = {},
) {
  const inTurn = pLimit(atWork)
  const taken = new Map<string, number>()

  /** Throws the refusal if there is no place for `from`; for a caller that has not read the body yet. */
  function assertFree(from: string): void {
    const count = inTurn.activeCount + inTurn.pendingCount
    if (count < all && (taken.get(from) ?? 0) < each) return
    throw refusal(randomInt(retryAfter.least, retryAfter.below))
  }

  /** Runs a sign-in in one of the places; throws the refusal at once if all are taken. */
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
