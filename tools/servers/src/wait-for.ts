import { setTimeout as sleep } from 'node:timers/promises'

type Answer<T> = T | undefined | null | false

/**
 * Asks until the answer is what is waited for.
 * @throws Error that says `what`, after `seconds`
 */
export async function waitFor<T>(
  what: string,
  ask: () => Answer<T> | Promise<Answer<T>>,
  seconds = 60,
): Promise<T> {
  for (const end = performance.now() + seconds * 1000; performance.now() < end; await sleep(50)) {
    const answer = await ask()
    if (answer !== undefined && answer !== null && answer !== false) return answer
  }
  throw new Error(`${what}: not within ${seconds} s`)
}
