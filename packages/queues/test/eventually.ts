import { setTimeout as sleep } from 'node:timers/promises'

/** Waits until something holds; after the time is over it is given back as it is. */
export async function eventually(holds: () => boolean, ms = 10_000): Promise<boolean> {
  const until = performance.now() + ms
  while (!holds() && performance.now() < until) await sleep(20)
  return holds()
}
