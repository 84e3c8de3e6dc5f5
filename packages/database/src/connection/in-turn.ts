import pTimeout from 'p-timeout'

/** The end of the last turn, by pool and lock. */
const queues = new WeakMap<object, Map<string, Promise<void>>>()

/**
 * Runs `work` after everything that came before it in this process for the same lock, and tells it how much of the
 * patience is left. First come, first served.
 * @throws what `late` makes, when its turn does not come within `timeoutMs`
 */
export async function inTurn<T>(
  pool: object,
  { lock, timeoutMs, late }: { lock: string; timeoutMs: number; late: () => Error },
  work: (leftMs: number) => Promise<T>,
): Promise<T> {
  const deadline = performance.now() + timeoutMs
  const queue = queues.get(pool) ?? new Map<string, Promise<void>>()
  queues.set(pool, queue)
  const before = queue.get(lock) ?? Promise.resolve()
  const turn = Promise.withResolvers<void>()
  // Those behind one that gave up still wait for those ahead of it.
  queue.set(
    lock,
    before.then(() => turn.promise),
  )
  try {
    await pTimeout(before, { milliseconds: timeoutMs, fallback: () => Promise.reject(late()) })
    return await work(deadline - performance.now())
  } finally {
    turn.resolve()
  }
}
