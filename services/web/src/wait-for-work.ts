import { setTimeout as sleep } from 'node:timers/promises'
import {
  readJobRequests,
  readPublication,
  type Database,
  type JobKind,
  type JobStatus,
} from '@night-routine/database'
import { readSettings } from '@night-routine/household'

const pollMs = 100
/** A site that is published for the first time has no page that shows its progress. */
const firstSitePatienceMs = 5_000

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
  options: WaitOptions,
): Promise<'done' | 'failed' | 'late'> {
  const { timeoutMs, timer = { now: () => performance.now(), sleep } } = options
  for (const deadline = timer.now() + timeoutMs; ; await timer.sleep(pollMs)) {
    const status = (await options.readJobRequests()).find(work => work.kind === kind)
    if (status && status.doneNumber >= requestNumber) return 'done'
    // Without an error the worker only rests between runs.
    if (status?.nextAttemptAt && status.lastError !== null) return 'failed'
    if (timer.now() + pollMs > deadline) return 'late'
  }
}

/** Waits for the publisher, for some seconds; with `onlyFirst` only if nothing was published before. */
export async function waitForSite(db: Database, { onlyFirst = false } = {}): Promise<void> {
  const [{ publish }, { publishedAt }] = await Promise.all([readSettings(db), readPublication(db)])
  if (!publish || (onlyFirst && publishedAt !== null)) return
  const read = () => readJobRequests(db)
  const request = (await read()).find(({ kind }) => kind === 'publish')
  if (request === undefined) return
  const options = { readJobRequests: read, timeoutMs: firstSitePatienceMs }
  await waitForWork('publish', request.requestNumber, options)
}
