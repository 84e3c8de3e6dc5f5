import pLimit from 'p-limit'
import { Failure } from './failures.ts'

/** Does the work of a sign-in in one of the places. @throws Failure at once where none is free */
export type SignInPlaces = <Outcome>(from: string, work: () => Promise<Outcome>) => Promise<Outcome>

const retryAfter = 2

/** A sign-in at work holds a connection to the database, and readers need the others. */
const mostAtWork = 2

/**
 * Hashing a password takes a processor and 19 MiB for a while. What would only queue up for it is refused at
 * once, so that readers are served meanwhile; and nobody gets all places from one network.
 */
export function signInPlaces({ all = 32, each = 24, atWork = mostAtWork } = {}): SignInPlaces {
  const inTurn = pLimit(atWork)
  const taken = new Map<string, number>()
  let count = 0
  return async (from, work) => {
    const own = taken.get(from) ?? 0
    if (count >= all || own >= each)
      throw new Failure('UNAVAILABLE', {
        words: 'Too many people are signing in at once. Try again in a few seconds.',
        retryAfter,
      })
    count += 1
    taken.set(from, own + 1)
    try {
      return await inTurn(work)
    } finally {
      count -= 1
      const left = (taken.get(from) ?? 1) - 1
      if (left === 0) taken.delete(from)
      else taken.set(from, left)
    }
  }
}
