import { setTimeout as sleep } from 'node:timers/promises'

/** Asks until the answer is what a test waits for; throws after `seconds`. */
export async function waitFor<T>(
  what: string,
  ask: () => Promise<T | undefined | null | false>,
  seconds = 60,
): Promise<T> {
  for (const end = performance.now() + seconds * 1000; performance.now() < end; await sleep(50)) {
    const answer = await ask()
    if (answer !== undefined && answer !== null && answer !== false) return answer
  }
  throw new Error(`${what}: not within ${seconds} s`)
}
