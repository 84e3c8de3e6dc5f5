import { AsyncLocalStorage } from 'node:async_hooks'

/** What led to the work at hand: ids that every line of the log carries, in each service it went through. */
export interface Trail {
  /** UUID of the request, also `x-request-id` of its answer. */
  readonly requestId?: string | undefined
  /** The work that is done: its kind and the number of its request, `push-17`. */
  readonly jobId?: string
}

const trails = new AsyncLocalStorage<Trail>()

/** Does `work` with these ids beside those it has already. */
export function onTrail<Result>(trail: Trail, work: () => Result): Result {
  return trails.run({ ...trails.getStore(), ...trail }, work)
}

/** Does `work` for many at once: nobody's ids are on its lines. */
export function offTrail<Result>(work: () => Result): Result {
  return trails.exit(work)
}

/** What a wake-up of another service takes along. */
export function trailToPass(): { requestId?: string } {
  const { requestId } = currentTrail()
  return requestId === undefined ? {} : { requestId }
}

/** The ids of the work at hand; none outside of any. */
export function currentTrail(): Trail {
  return trails.getStore() ?? {}
}
