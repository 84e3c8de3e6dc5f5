import { setTimeout as sleep } from 'node:timers/promises'

/** Waits until something holds. The time is for a busy machine; what fails is reported as false. */
export async function eventually(holds: () => boolean, ms = 60_000): Promise<boolean> {
  const until = performance.now() + ms
  while (!holds() && performance.now() < until) await sleep(20)
  return holds()
}
