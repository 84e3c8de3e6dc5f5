import { sql } from 'kysely'
import { jsonArrayFrom, jsonObjectFrom } from 'kysely/helpers/postgres'
import { selectSeen } from './clock.ts'
import type { Queryable } from './connection/connect.ts'
import {
  jobStatusOf,
  selectJobRequests,
  type JobStatus,
  type JobStatusAsJson,
} from './jobs/job-status.ts'
import { selectSealedGrant, type SealedGrant } from './calendar/oauth-token.ts'

/** What open pages listen to: one cheap read for all of them. */
export interface Revision {
  /** Differs as soon as a page of nights would show something else. Opaque. */
  revision: string
  /** Which of the sessions asked about still exist. */
  sessions: string[]
}

/** How the household stands with its calendar. */
export interface CalendarStatus {
  /** As `readPulse` has it. */
  revision: string
  /** The newest entry of the history; null without any. */
  lastEntry: bigint | null
  /** Null while none is selected. */
  calendarName: string | null
  disconnecting: boolean
  /** Whether a notification channel of the selected calendar is live at the moment asked about. */
  live: boolean
  /** The newest moment that the household has seen; null before the first plan. */
  seen: Temporal.Instant | null
  /** Whether a planned night has no event in the selected calendar. */
  lacksNights: boolean
  /** Whether there are open notices. */
  hasNotices: boolean
  /** Whether a parent waits for an answer of the other one. */
  hasAsks: boolean
  /** Null before the first one. */
  grant: SealedGrant | null
  /** As `readJobRequests` has them. */
  jobs: JobStatus[]
}

// The history has every decision. A notification changes the row of `pull`; pages show `pull` and `publish` only
// when they fail.
const pageRevision = sql<string>`md5(concat_ws(' ',
    (select max(id) from history),
    (select string_agg(concat_ws(',', kind, request_number, done_number, done_at, last_error,
      next_attempt_at), ';' order by kind) from job_requests
      where kind in ('plan', 'push') or (kind in ('publish', 'pull') and last_error is not null)),
    (select max(updated_at) from calendar_events),
    (select concat(max(created_at), max(dismissed_at)) from notices),
    (select concat(calendar_id, calendar_name) from calendar_settings),
    (select concat(account_email, broken_at) from oauth_token),
    (select concat(requested_at, cleared_at) from disconnect_request),
    (select string_agg(concat_ws(',', email, parent), ';' order by email) from accounts),
    (select count(*) from notification_channels where state = 'live')
  ))`.as('revision')

/** Reads the pulse of the household, and which of these sessions still exist. */
export async function readPulse(q: Queryable, tokenHashes: readonly string[]): Promise<Revision> {
  return q
    .selectNoFrom([
      pageRevision,
      sql<
        string[]
      >`array(select token_hash from sessions where token_hash = any(${tokenHashes}))`.as(
        'sessions',
      ),
    ])
    .executeTakeFirstOrThrow()
}

// From the day after tomorrow on, which is ahead in every zone; while a parent has no name, nothing is written. The last
// condition only spares PostgreSQL the events of years.
const lacksNights = (now: Temporal.Instant) => sql<boolean>`exists (
  select from assignments, calendar_settings as selected
  where night between ${now}::date + 2 and ${now}::date + 365
    and not exists (select from parents where name is null)
    and not exists (select from calendar_events as event where event.night = assignments.night
      and event.calendar_id = selected.calendar_id and state <> 'removed'
      and event.night >= ${now}::date + 2))`

/** Reads the status of the calendar, its grant, and the work for it, in one statement. */
export async function readCalendarStatus(
  q: Queryable,
  now: Temporal.Instant,
): Promise<CalendarStatus> {
  const { jobs, ...status } = await q
    .selectNoFrom([
      pageRevision,
      sql<bigint | null>`(select max(id) from history)`.as('lastEntry'),
      sql<string | null>`(select calendar_name from calendar_settings)`.as('calendarName'),
      sql<boolean>`exists (select from disconnect_request)`.as('disconnecting'),
      sql<boolean>`exists (
        select from notification_channels join calendar_settings using (calendar_id)
        where state = 'live' and expiration > ${now})`.as('live'),
      selectSeen.as('seen'),
      lacksNights(now).as('lacksNights'),
      sql<boolean>`exists (select from notices where dismissed_at is null)`.as('hasNotices'),
      sql<boolean>`exists (select from asks where state = 'open')`.as('hasAsks'),
      jsonObjectFrom(selectSealedGrant(q)).as('grant'),
      jsonArrayFrom(selectJobRequests(q)).$castTo<JobStatusAsJson[]>().as('jobs'),
    ])
    .executeTakeFirstOrThrow()
  return { ...status, jobs: jobs.map(jobStatusOf) }
}
