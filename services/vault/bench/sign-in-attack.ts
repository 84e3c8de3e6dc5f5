import { setTimeout as sleep } from 'node:timers/promises'
import { parentPort, workerData } from 'node:worker_threads'

/** The task of the attacking thread. */
export interface Attack {
  base: string
  atOnce: number
  seconds: number
}

// A separate thread, so that the readers measure the host and not the attacking clients.
const { base, atOnce, seconds } = workerData as Attack
const until = performance.now() + seconds * 1000
const answers: Record<string, number> = {}

function count(what: string) {
  answers[what] = (answers[what] ?? 0) + 1
}

async function attack(index: number) {
  for (let turn = 0; performance.now() < until; turn++) {
    const body = JSON.stringify({ email: `${index}-${turn}@example.com`, password: 'wrong' })
    try {
      const answer = await fetch(`${base}/user/signin`, { method: 'POST', body })
      await answer.text()
      count(`${answer.status}${answer.headers.has('retry-after') ? ' with Retry-After' : ''}`)
      await sleep(1_000 * Number(answer.headers.get('retry-after')))
    } catch {
      count('broken')
    }
  }
}

await Promise.all(Array.from({ length: atOnce }, (_, index) => attack(index)))
parentPort?.postMessage(answers, [])
