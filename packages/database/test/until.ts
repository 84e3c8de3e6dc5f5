import { setTimeout as sleep } from 'node:timers/promises'

/** Waits until this is true; the time limit of a test ends a wait for what never comes. */
export async function until(ask: () => Promise<boolean>): Promise<void> {
  while (!(await ask())) await sleep(20)
}
