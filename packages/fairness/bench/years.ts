import { planNights } from '@night-routine/fairness'
import { availableParallelism } from 'node:os'
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads'
import { greedy } from './greedy.ts'
import { household } from './household.ts'
import type { Agreement } from './household.ts'
import { hindsight, simulate } from './simulation.ts'
import type { Balances, Planner, Year } from './simulation.ts'

/** A year of one family, planned in three ways. */
export interface Compared {
  greedy: Year
  ours: Year
  hindsight: Balances
}

/** Our planner for the simulation. */
export const ours: Planner = request => planNights(request).nights.map(({ caregiver }) => caregiver)

interface Work {
  agreement: Agreement
  seeds: number[]
}

function compare({ agreement, seeds }: Work): Compared[] {
  return seeds.map(seed => {
    const family = household(seed, agreement)
    return {
      greedy: simulate(family, greedy),
      ours: simulate(family, ours),
      hindsight: hindsight(family),
    }
  })
}

/** The years of families 1 to `households` with this agreement, computed on all cores; in any order. */
export async function comparedYears(households: number, agreement: Agreement): Promise<Compared[]> {
  const threads = availableParallelism()
  const seeds = Array.from({ length: households }, (_, index) => index + 1)
  const parts = Array.from({ length: threads }, (_, thread): Work => {
    return { agreement, seeds: seeds.filter(seed => seed % threads === thread) }
  })
  const years = await Promise.all(
    parts.map(
      part =>
        new Promise<Compared[]>((resolve, reject) => {
          const worker = new Worker(new URL(import.meta.url), { workerData: part })
          worker.once('message', resolve)
          worker.once('error', reject)
        }),
    ),
  )
  return years.flat()
}

// The port of a worker thread has no origin, unlike a browser's window.
// oxlint-disable-next-line unicorn/require-post-message-target-origin
if (!isMainThread) parentPort?.postMessage(compare(workerData as Work))
