import { planNights } from '@night-routine/fairness'
import { availableParallelism } from 'node:os'
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads'
import { greedy } from './greedy.ts'
import { household } from './household.ts'
import { simulate } from './simulation.ts'
import type { Planner, Year } from './simulation.ts'

/** A year of one family, planned by both planners. */
export interface Compared {
  greedy: Year
  ours: Year
}

/** Our planner for the simulation. */
export const ours: Planner = request => planNights(request).nights.map(({ caregiver }) => caregiver)

function compared(seed: number): Compared {
  const family = household(seed)
  return { greedy: simulate(family, greedy), ours: simulate(family, ours) }
}

/** The years of families 1 to `households`, computed on all cores; in any order. */
export async function comparedYears(households: number): Promise<Compared[]> {
  const threads = availableParallelism()
  const seeds = Array.from({ length: households }, (_, index) => index + 1)
  const shares = Array.from({ length: threads }, (_, thread) =>
    seeds.filter(seed => seed % threads === thread),
  )
  const years = await Promise.all(
    shares.map(
      share =>
        new Promise<Compared[]>((resolve, reject) => {
          const worker = new Worker(new URL(import.meta.url), { workerData: share })
          worker.once('message', resolve)
          worker.once('error', reject)
        }),
    ),
  )
  return years.flat()
}

// The port of a worker thread has no origin, unlike a browser's window.
// oxlint-disable-next-line unicorn/require-post-message-target-origin
if (!isMainThread) parentPort?.postMessage((workerData as number[]).map(compared))
