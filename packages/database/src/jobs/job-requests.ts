import { sql } from 'kysely'
import type { JobFailure } from '../schema/column-types.ts'
import type { Database, Queryable } from '../connection/connect.ts'
import type { Schema } from '../schema/schema.ts'

export type { JobFailure } from '../schema/column-types.ts'

/** The kinds of work. A run compares both sides and makes them agree, so a missed run is harmless. */
export type JobKind = Schema['job_requests']['kind']

/** The right of one worker to do one kind of work until its lease ends. */
export interface Claim {
  /** UUID of this claim. */
  claim: string
  kind: JobKind
  /** The request that this run answers; read before the work's first read. */
  requestNumber: bigint
  /** How many requests were not answered before. */
  requests: number
  /** Claims since the last success, this one included. */
  attempts: number
}

/**
 * The database's clock decides about leases and waits: workers on several machines share no other. No lease or wait is
 * longer than a day; one that ends later began while the clock was ahead.
 */
export const isDue = sql<boolean>`request_number > done_number
  and coalesce(claimed_until not between clock_timestamp() and clock_timestamp() + interval '1 day', true)
  and coalesce(next_attempt_at not between clock_timestamp() and clock_timestamp() + interval '1 day', true)`

/**
 * Requests one run after this transaction. A request made during a run schedules one more run. It ends the
 * wait after a failure, unless the provider required that wait, and the rest after a success, unless it comes
 * from that many `signals` (notifications).
 * Request several kinds only inside `householdTransaction`: their order differs, so two transactions may deadlock.
 * @returns the number of the request; it is done when `doneNumber` has reached it
 */
export async function requestJob(
  q: Queryable,
  kind: JobKind,
  { signals }: { signals?: number } = {},
): Promise<bigint> {
  // A wait without an error is a rest.
  const mayRest = signals !== undefined
  const waitStays = sql<boolean>`job_requests.wait_required or (${mayRest} and job_requests.last_error is null)`
  const number = BigInt(signals ?? 1)
  const { request_number } = await q
    .insertInto('job_requests')
    .values({ kind, request_number: number })
    .onConflict(conflict =>
      conflict.column('kind').doUpdateSet({
        request_number: sql`job_requests.request_number + ${number}`,
        // The oldest unanswered request shows how far behind the work is.
        requested_at: sql`case when job_requests.request_number > job_requests.done_number
          then job_requests.requested_at else now() end`,
        next_attempt_at: sql`case when ${waitStays} then job_requests.next_attempt_at end`,
      }),
    )
    .returning('request_number')
    .executeTakeFirstOrThrow()
  return request_number
}

/**
 * Forgets the errors and waits of these kinds: what made them fail has been replaced. Call it inside
 * `householdTransaction`, as requests of several kinds.
 */
export async function forgetFailures(q: Queryable, kinds: readonly JobKind[]) {
  await q
    .updateTable('job_requests')
    .set({ last_error: null, attempts: 0, next_attempt_at: null, wait_required: false })
    .where('kind', 'in', kinds)
    .execute()
}

/**
 * Claims the work for `leaseSeconds`, if it is due; a worker that takes longer renews its lease.
 * Exactly one worker holds the lease; an expired lease can be claimed again.
 * @returns undefined when nothing is requested, the wait has not ended, or another worker holds the lease
 */
export async function claimJob(
  db: Database,
  kind: JobKind,
  { leaseSeconds }: { leaseSeconds: number },
): Promise<Claim | undefined> {
  return db
    .updateTable('job_requests')
    .set({
      claim: sql`gen_random_uuid()`,
      claimed_at: sql`clock_timestamp()`,
      claimed_until: fromNow(leaseSeconds),
      attempts: sql`attempts + 1`,
    })
    .where('kind', '=', query =>
      query
        .selectFrom('job_requests')
        .select('kind')
        .where('kind', '=', kind)
        .where(isDue)
        .forUpdate()
        .skipLocked(),
    )
    .returning([
      'kind',
      sql<string>`claim`.as('claim'),
      'request_number as requestNumber',
      sql<number>`least(request_number - done_number, 1000000)::integer`.as('requests'),
      'attempts',
    ])
    .executeTakeFirst()
}

/** Moves the end of the lease to `leaseSeconds` from now; false when another worker has the work. */
export async function renewClaim(
  db: Database,
  claim: Claim,
  { leaseSeconds }: { leaseSeconds: number },
): Promise<boolean> {
  const result = await held(db, claim)
    .set({ claimed_until: fromNow(leaseSeconds) })
    .executeTakeFirstOrThrow()
  return result.numUpdatedRows > 0n
}

/**
 * Completes the run and resets its failures. The next run starts `restSeconds` after the start of this one at the
 * earliest, on any worker, unless a request ends the rest.
 * @returns 'again' when another run was requested meanwhile, due after the rest; 'lost' when the lease had expired
 * and another worker claimed the work, whose run then counts
 */
export async function finishJob(
  db: Database,
  claim: Claim,
  { restSeconds = 0 }: { restSeconds?: number } = {},
): Promise<'done' | 'again' | 'lost'> {
  const restEnds = sql<string>`claimed_at + make_interval(secs => ${restSeconds})`
  const row = await held(db, claim)
    .set({
      ...givenBack,
      done_number: claim.requestNumber,
      requested_at: sql`case when request_number > ${claim.requestNumber}
        then claimed_at else requested_at end`,
      done_at: sql`clock_timestamp()`,
      attempts: 0,
      next_attempt_at: restSeconds > 0 ? restEnds : null,
      wait_required: false,
      last_error: null,
    })
    .returning('request_number')
    .executeTakeFirst()
  if (!row) return 'lost'
  return row.request_number === claim.requestNumber ? 'done' : 'again'
}

/**
 * Gives the work back undone, to be retried after `waitSeconds`. A new request ends the wait, unless it is
 * required: the provider asked for it. Does nothing when another worker has claimed the work.
 */
export async function failJob(
  db: Database,
  claim: Claim,
  failed: { failure: JobFailure; waitSeconds: number; waitRequired: boolean },
) {
  const { failure, waitSeconds, waitRequired } = failed
  const end = fromNow(waitSeconds)
  // Asked for meanwhile, the work has no reason to wait for its own back-off.
  const nextAttempt = waitRequired
    ? end
    : sql<string>`case when request_number = ${claim.requestNumber} then ${end} end`
  await held(db, claim)
    .set({
      ...givenBack,
      last_error: JSON.stringify(failure),
      next_attempt_at: nextAttempt,
      wait_required: waitRequired,
    })
    .execute()
}

const givenBack = { claim: null, claimed_at: null, claimed_until: null }

function held(db: Database, { kind, claim }: Claim) {
  return db.updateTable('job_requests').where('kind', '=', kind).where('claim', '=', claim)
}

function fromNow(seconds: number) {
  return sql<string>`clock_timestamp() + make_interval(secs => ${seconds})`
}
