import { setTimeout as sleep } from 'node:timers/promises'

/** Waits until a condition holds; returns false after `ms`, which is generous for a busy machine. */
export async function eventually(holds: () => boolean, ms = 180_000): Promise<boolean> {
  const until = performance.now() + ms
  while (!holds() && performance.now() < until) await sleep(20)
  return holds()
}
