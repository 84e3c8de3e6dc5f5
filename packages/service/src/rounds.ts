import pTimeout from 'p-timeout'

/** Batches calls: all made during a round share the next one, and its result or failure. One round runs at a time. */
export function inBatches<Ask, Answer>(
  round: (asks: readonly Ask[]) => Promise<Answer>,
): (ask: Ask) => Promise<Answer> {
  let next: { asks: Ask[]; answer: Promise<Answer> } | undefined
  let before: Promise<unknown> = Promise.resolve()

  function gather(): { asks: Ask[]; answer: Promise<Answer> } {
    const asks: Ask[] = []
    const answer = before.then(() => {
      next = undefined
      return round(asks)
    })
    before = answer.catch(() => undefined)
    return { asks, answer }
  }

  return ask => {
    next ??= gather()
    next.asks.push(ask)
    return next.answer
  }
}

/** The result of a promise, or a rejection with `ETIMEDOUT` after `ms`; what the promise does later is ignored. */
export function withinTime<T>(promise: Promise<T>, ms: number): Promise<T> {
  const late = Object.assign(new Error(`no answer within ${ms} ms`), { code: 'ETIMEDOUT' })
  return pTimeout(promise, { milliseconds: ms, message: late })
}
