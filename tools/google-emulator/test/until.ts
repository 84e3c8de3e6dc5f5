import { setTimeout as sleep } from 'node:timers/promises'

/** Polls until there is a result. @throws Error after `timeoutMs` milliseconds */
export async function until<Value>(
  look: () => Value | undefined | Promise<Value | undefined>,
  timeoutMs = 60_000,
): Promise<Value> {
  const end = performance.now() + timeoutMs
  for (;;) {
    const found = await look()
    if (found !== undefined) return found
    if (performance.now() > end)
      throw new Error(`Nothing after ${timeoutMs} ms: ${look.toString()}`)
    await sleep(5)
  }
}
