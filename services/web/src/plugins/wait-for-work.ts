import { setTimeout as sleep } from 'node:timers/promises'
import type { Database } from '@night-routine/database/connection'
import { readJobRequests, type JobKind, type JobStatus } from '@night-routine/database/jobs'
import { readPublication } from '@night-routine/database/site'
import { readSettings } from '@night-routine/household'
import { inBatches } from '@night-routine/service'
import type { FastifyReply, FastifyRequest } from 'fastify'

const pollMs = 100
/** How long an answer may take to wait for a worker. After that it is given while the work continues. */
const usualTimeoutMs = 5_000

/** A monotonic clock and a timer; tests inject their own. */
export interface WaitTimer {
  now: () => number
  sleep: (ms: number) => Promise<unknown>
}

const realTimer: WaitTimer = { now: () => performance.now(), sleep }

/** One request for a worker, and its number. */
export interface WantedWork {
  kind: JobKind
  number: bigint
}

/**
 * Waits until the workers have answered all these requests, at most until the deadline. A request whose run has
 * failed counts as answered: waiting longer would not help. What a pull finds in the calendar may change nights, so
 * the push that it requests is waited for too.
 */
export async function waitForWork(
  wanted: readonly WantedWork[],
  options: {
    readJobRequests: () => Promise<JobStatus[]>
    /** When the wait ends, on the clock of the timer. */
    deadline: number
    timer?: WaitTimer | undefined
  },
): Promise<'done' | 'failed' | 'late'> {
  const { readJobRequests: read, deadline, timer = realTimer } = options
  const open = new Map(wanted.map(({ kind, number }) => [kind, number]))
  const pushes = open.has('push')
  let end: 'done' | 'failed' = 'done'
  for (; ; await timer.sleep(pollMs)) {
    // The requests are stored, so a database that is away for a moment ends nothing.
    const jobs = await read().catch((): JobStatus[] => [])
    for (const [kind, number] of open) {
      const status = jobs.find(job => job.kind === kind)
      if (status === undefined) continue
      const isDone = status.doneNumber >= number
      // Without an error the worker only rests between runs.
      if (!isDone && (status.nextAttemptAt === null || status.lastError === null)) continue
      if (!isDone) end = 'failed'
      open.delete(kind)
      const push = jobs.find(job => job.kind === 'push')
      if (isDone && kind === 'pull' && pushes && push) open.set('push', push.requestNumber)
    }
    if (open.size === 0) return end
    if (timer.now() + pollMs > deadline) return 'late'
  }
}

/** How long an answer waits for a worker; tests have their own patience and timer. */
export interface Patience {
  timeoutMs?: number | undefined
  timer?: WaitTimer | undefined
}

/**
 * Waits for workers, such as for the calendar as the contract has it: call it when a request arrives, and what it returns once the work is
 * requested. Requests that wait at the same time share their reads.
 */
export function calendarWait({
  db,
  timeoutMs = usualTimeoutMs,
  timer = realTimer,
}: { db: Database } & Patience): () => (wanted: readonly WantedWork[]) => Promise<void> {
  const read = inBatches(() => readJobRequests(db))
  return () => {
    const deadline = timer.now() + timeoutMs
    return async wanted => {
      await waitForWork(wanted, { readJobRequests: async () => read(null), deadline, timer })
    }
  }
}

/** The worker gathers changes for some seconds before it sends. */
const messageTimeoutMs = 10_000

/** Waits until the messages of a request were sent, or could not be. */
export async function waitForMessages(
  { timeoutMs = messageTimeoutMs, ...context }: { db: Database } & Patience,
  number: bigint,
) {
  const wait = calendarWait({ ...context, timeoutMs })()
  await wait([{ kind: 'notify', number }])
}

/**
 * Waits for the publisher; with `onlyFirst` only if nothing was published before. A site that is published for the first
 * time has no page that shows its progress.
 */
export async function waitForSite(
  context: { db: Database } & Patience,
  { onlyFirst = false } = {},
) {
  const { db } = context
  const [{ publish }, { publishedAt }] = await Promise.all([readSettings(db), readPublication(db)])
  if (!publish || (onlyFirst && publishedAt !== null)) return
  const wait = calendarWait(context)()
  const request = (await readJobRequests(db)).find(({ kind }) => kind === 'publish')
  if (request !== undefined) await wait([{ kind: 'publish', number: request.requestNumber }])
}

/** What our script asks for: a page that shows the progress is better than a button that waits. */
const early = 'respond-async'

/**
 * Whether the client wants its answer before the calendar agrees: it says so in the header `Prefer` (RFC 7240), or in
 * the field that our script sends with a form. Every other client gets the contract's order.
 */
export function wantsEarlyAnswer(
  request: Pick<FastifyRequest, 'headers'>,
  reply: Pick<FastifyReply, 'header'>,
  field?: string,
): boolean {
  const { prefer = '' } = request.headers
  const asked = [prefer].flat().join(',').toLowerCase().split(/[,;]/)
  if (field !== early && !asked.some(each => each.trim() === early)) return false
  void reply.header('preference-applied', early)
  return true
}
