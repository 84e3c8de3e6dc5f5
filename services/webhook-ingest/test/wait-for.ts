import { setTimeout as sleep } from 'node:timers/promises'

/** Asks until the answer is yes; throws after `seconds`. */
export async function waitFor(
  what: string,
  ask: () => boolean | Promise<boolean>,
  seconds = 60,
): Promise<void> {
  for (const end = performance.now() + seconds * 1000; performance.now() < end; await sleep(20))
    if (await ask()) return
  throw new Error(`${what}: not within ${seconds} s`)
}
