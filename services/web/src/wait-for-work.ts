import { setTimeout as sleep } from 'node:timers/promises'
import type { WorkKind, WorkStatus } from '@night-routine/database'

const pollMs = 100

export interface WaitOptions {
  readWork: () => Promise<WorkStatus[]>
  timeoutMs: number
}

/**
 * Waits until the worker has answered this request for work, at most `timeoutMs`: until it is done,
 * or until a run has failed, after which waiting longer helps nobody.
 */
export async function waitForWork(
  kind: WorkKind,
  requestNumber: bigint,
  { readWork, timeoutMs }: WaitOptions,
): Promise<'done' | 'failed' | 'late'> {
  for (const deadline = performance.now() + timeoutMs; ; await sleep(pollMs)) {
    const status = (await readWork()).find(work => work.kind === kind)
    if (status && status.doneNumber >= requestNumber) return 'done'
    // Without an error it only rests, for a moment.
    if (status?.nextAttemptAt && status.lastError !== null) return 'failed'
    if (performance.now() + pollMs > deadline) return 'late'
  }
}
