import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import type { Attack } from './sign-in-attack.ts'

/** So many sign-ins at once, and so long in milliseconds a reader may wait meanwhile (p99). */
const crowd = { atOnce: 600, readerMs: 250 }

interface Crowded {
  /** The answers to sign-ins by their status; `broken` where the connection broke. */
  answers: Record<string, number>
  /** How long each reader waited, in milliseconds, sorted; one who did not get the page, for ever. */
  waits: number[]
}

/** Signs in wrongly again and again, so many at once, while somebody reads a page 50 times a second. */
export async function signInCrowd(port: number, page: string, seconds = 20): Promise<Crowded> {
  const base = `http://127.0.0.1:${port}`
  const waits: number[] = []
  const reads: Promise<void>[] = []

  async function read() {
    const start = performance.now()
    const ok = await fetch(`${base}${page}`).then(
      async answer => (await answer.text()) !== '' && answer.ok,
      () => false,
    )
    waits.push(ok ? performance.now() - start : Infinity)
  }

  const workerData: Attack = { base, atOnce: crowd.atOnce, seconds }
  const attack = new Worker(new URL('./sign-in-attack.ts', import.meta.url), { workerData })
  const received = once(attack, 'message')
  await once(attack, 'online')
  const until = performance.now() + seconds * 1000
  while (performance.now() < until) {
    reads.push(read())
    await sleep(20)
  }
  await Promise.all(reads)
  const [answers] = (await received) as [Crowded['answers']]
  return { answers, waits: waits.toSorted((one, other) => one - other) }
}

/** The result in words; `fails` where readers waited too long or connections broke. */
export function signInCrowdTable({ answers, waits }: Crowded): { text: string; fails: boolean } {
  const at = (share: number) => waits[Math.floor((waits.length - 1) * share)] ?? NaN
  const said = Object.entries(answers).map(([what, number]) => `${number} × ${what}`)
  const text =
    `Readers during ${crowd.atOnce} sign-ins at once: p50 ${at(0.5).toFixed(0)} ms, p99 ` +
    `${at(0.99).toFixed(0)} ms of ${waits.length} (at most ${crowd.readerMs}).\nSign-ins: ${said.join(', ')}`
  return { text, fails: !(at(0.99) <= crowd.readerMs) || 'broken' in answers }
}
