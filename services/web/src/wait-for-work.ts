import { setTimeout as sleep } from 'node:timers/promises'
import type { JobKind, JobStatus } from '@night-routine/database'

const pollMs = 100

export interface WaitOptions {
  readJobRequests: () => Promise<JobStatus[]>
  timeoutMs: number
  /** A monotonic clock and a timer; tests inject their own. */
  timer?: { now: () => number; sleep: (ms: number) => Promise<unknown> } | undefined
}

/**
 * Waits until the worker has answered this job request, at most `timeoutMs`. It ends when the request is
 * done, or when a run has failed: waiting longer would not help.
 */
export async function waitForWork(
  kind: JobKind,
  requestNumber: bigint,
  { readJobRequests, timeoutMs, timer = { now: () => performance.now(), sleep } }: WaitOptions,
): Promise<'done' | 'failed' | 'late'> {
  for (const deadline = timer.now() + timeoutMs; ; await timer.sleep(pollMs)) {
    const status = (await readJobRequests()).find(work => work.kind === kind)
    if (status && status.doneNumber >= requestNumber) return 'done'
    // Without an error the worker only rests between runs.
    if (status?.nextAttemptAt && status.lastError !== null) return 'failed'
    if (timer.now() + pollMs > deadline) return 'late'
  }
}
