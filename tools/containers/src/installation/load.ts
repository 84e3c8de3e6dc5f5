import { setTimeout as sleep } from 'node:timers/promises'

/** What became of the requests of a load. */
export interface LoadOutcome {
  answered: number
  /** Those that got no answer, or another one than 200: how many there are of each kind. */
  dropped: Record<string, number>
  slowestMs: number
}

const pauseMs = 20
/** Upper limit, in case the load is not stopped. */
const longestMs = 180_000

/** Sends requests until it is stopped: each line of `lines` one after the other, all lines at once. */
export function startLoad(lines: readonly (() => Promise<Response>)[]): {
  stop: () => Promise<LoadOutcome>
} {
  const outcome: LoadOutcome = { answered: 0, dropped: {}, slowestMs: 0 }
  const startedAt = performance.now()
  const stopped = new AbortController()
  const drop = (reason: string) => {
    outcome.dropped[reason] = (outcome.dropped[reason] ?? 0) + 1
  }
  const ended = lines.map(async send => {
    for (
      ;
      !stopped.signal.aborted && performance.now() - startedAt < longestMs;
      await sleep(pauseMs)
    ) {
      const sent = performance.now()
      try {
        const answer = await send()
        const text = await answer.text()
        if (answer.status === 200) outcome.answered += 1
        else drop(`${answer.status}: ${/<h1>(.*?)<\/h1>/s.exec(text)?.[1] ?? text.slice(0, 200)}`)
      } catch (error) {
        drop(String(error instanceof Error ? (error.cause ?? error) : error))
      }
      outcome.slowestMs = Math.max(outcome.slowestMs, performance.now() - sent)
    }
  })
  return {
    async stop() {
      stopped.abort()
      await Promise.all(ended)
      return outcome
    },
  }
}
