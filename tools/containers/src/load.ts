import { setTimeout as sleep } from 'node:timers/promises'

/** What became of the requests of a load. */
export interface LoadOutcome {
  answered: number
  /** Those that got no answer, or another one than 200: how many there are of each kind. */
  dropped: Record<string, number>
  slowestMs: number
}

const pauseMs = 20

/**
 * Sends requests until it is stopped: each line of `lines` one after the other, all lines at once.
 *
 * @param lines send a request, and return the status of its answer
 */
export function startLoad(lines: readonly (() => Promise<number>)[]): {
  stop: () => Promise<LoadOutcome>
} {
  const outcome: LoadOutcome = { answered: 0, dropped: {}, slowestMs: 0 }
  let going = true
  const drop = (reason: string) => {
    outcome.dropped[reason] = (outcome.dropped[reason] ?? 0) + 1
  }
  const ended = lines.map(async send => {
    for (; going; await sleep(pauseMs)) {
      const began = performance.now()
      try {
        const status = await send()
        if (status === 200) outcome.answered += 1
        else drop(`answered with ${status}`)
      } catch (error) {
        drop(String(error instanceof Error ? (error.cause ?? error) : error))
      }
      outcome.slowestMs = Math.max(outcome.slowestMs, performance.now() - began)
    }
  })
  return {
    async stop() {
      going = false
      await Promise.all(ended)
      return outcome
    },
  }
}
