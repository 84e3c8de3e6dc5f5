import { sql } from 'kysely'
import { parseInstant } from '../connection/column-parsers.ts'
import type { Database, Queryable } from '../connection/connect.ts'
import { isDue, type JobFailure, type JobKind } from './job-requests.ts'

/** The status of one kind of work, as pages show it. */
export interface JobStatus {
  kind: JobKind
  requestNumber: bigint
  /** Every request up to this one is done. */
  doneNumber: bigint
  attempts: number
  /** Null since the last success. */
  lastError: JobFailure | null
  /** Not before this, after a failure or for a rest; null when nothing stands in the way. */
  nextAttemptAt: Temporal.Instant | null
  doneAt: Temporal.Instant | null
  running: boolean
}

/** The kinds that a worker could claim now. */
export async function dueJobs(db: Database): Promise<JobKind[]> {
  const rows = await db
    .selectFrom('job_requests')
    .select('kind')
    .where(isDue)
    .orderBy('kind')
    .execute()
  return rows.map(({ kind }) => kind)
}

/**
 * In how many seconds each requested kind can be claimed, at the earliest: when its wait ends, or the lease of
 * its run, whose worker may have been killed. Negative when that moment has passed.
 */
export async function waitingJobs(q: Queryable): Promise<{ kind: JobKind; seconds: number }[]> {
  const from = sql<string>`greatest(claimed_until, next_attempt_at)`
  const seconds = sql<number>`extract(epoch from ${from} - clock_timestamp())::float8`
  return unfinished(q)
    .select(['kind', seconds.as('seconds')])
    .where(from, 'is not', null)
    .execute()
}

/** The status of each kind of work; without kinds that were never requested. */
export async function readJobRequests(q: Queryable): Promise<JobStatus[]> {
  return selectJobRequests(q).execute()
}

/** The statement of `readJobRequests`, also as a part of another one. */
export function selectJobRequests(q: Queryable) {
  return q
    .selectFrom('job_requests')
    .select(['kind', 'request_number as requestNumber', 'done_number as doneNumber', 'attempts'])
    .select(['last_error as lastError', 'next_attempt_at as nextAttemptAt', 'done_at as doneAt'])
    .select(sql<boolean>`coalesce(claimed_until > clock_timestamp(), false)`.as('running'))
    .orderBy('kind')
}

type Numbers = 'requestNumber' | 'doneNumber'
type Instants = 'nextAttemptAt' | 'doneAt'

/** A `JobStatus` as PostgreSQL writes it in JSON; an instant is a text there. */
export type JobStatusAsJson = Omit<JobStatus, Numbers | Instants> &
  Record<Numbers, number> &
  Record<Instants, string | null>

/** The job status that came as JSON. */
export function jobStatusOf(json: JobStatusAsJson): JobStatus {
  return {
    ...json,
    requestNumber: BigInt(json.requestNumber),
    doneNumber: BigInt(json.doneNumber),
    nextAttemptAt: json.nextAttemptAt === null ? null : parseInstant(json.nextAttemptAt),
    doneAt: json.doneAt === null ? null : parseInstant(json.doneAt),
  }
}

/** For how many seconds each requested kind has waited to be done, also while it runs. */
export async function unfinishedJobs(q: Queryable): Promise<{ kind: JobKind; seconds: number }[]> {
  const seconds = sql<number>`greatest(0, extract(epoch from clock_timestamp() - requested_at))::float8`
  return unfinished(q)
    .select(['kind', seconds.as('seconds')])
    .execute()
}

function unfinished(q: Queryable) {
  return q.selectFrom('job_requests').whereRef('request_number', '>', 'done_number').orderBy('kind')
}
