import { setTimeout as sleep } from 'node:timers/promises'

/** Looks again until there is something; an assertion below says more than a timeout would. */
export async function until<Value>(
  look: () => Value | undefined | Promise<Value | undefined>,
  patience = 60_000,
): Promise<Value> {
  const end = performance.now() + patience
  for (;;) {
    const found = await look()
    if (found !== undefined) return found
    if (performance.now() > end) throw new Error(`Nothing after ${patience} ms: ${look.toString()}`)
    await sleep(5)
  }
}
