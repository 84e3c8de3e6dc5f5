/**
 * Shares one round of work among all who ask for it while the round before is under way. What an
 * asker is given, also a failure, comes from a round that began after it asked; a round sees
 * everything that was asked of it, and there is one at a time.
 */
export function inRounds<Ask, Answer>(
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

/**
 * What a promise brings, or a rejection (`ETIMEDOUT`) once the time is over: a server that is silent must not
 * hold up the rounds after this one.
 */
export async function withinTime<T>(promise: Promise<T>, ms: number): Promise<T> {
  const late = Promise.withResolvers<never>()
  const error = () => Object.assign(new Error(`no answer within ${ms} ms`), { code: 'ETIMEDOUT' })
  const timer = setTimeout(() => late.reject(error()), ms)
  try {
    return await Promise.race([promise, late.promise])
  } finally {
    clearTimeout(timer)
  }
}
