import { sql } from 'kysely'
import type { Queryable } from './connect.ts'

/** What open pages listen to: one cheap read for all of them. */
export interface Pulse {
  /** Differs as soon as a page of nights would show something else. Opaque. */
  revision: string
  /** Which of the sessions asked about are still there. */
  sessions: string[]
}

// The history has every decision. A notification changes the row of `pull`, which no page shows; pages show
// `publish` only when it fails.
export const pageRevision = sql<string>`md5(concat_ws(' ',
    (select max(id) from history),
    (select string_agg(concat_ws(',', kind, request_number, done_number, done_at, last_error,
      next_attempt_at), ';' order by kind) from job_requests
      where kind in ('plan', 'push') or (kind = 'publish' and last_error is not null)),
    (select max(updated_at) from calendar_events),
    (select concat(max(created_at), max(dismissed_at)) from notices),
    (select concat(calendar_id, calendar_name) from calendar_settings),
    (select concat(account_email, broken_at) from oauth_token),
    (select concat(requested_at, cleared_at) from disconnect_request),
    (select count(*) from notification_channels where state = 'live')
  ))`

/** Reads the pulse of the household, and which of these sessions still stand. */
export async function readPulse(q: Queryable, tokenHashes: readonly string[]): Promise<Pulse> {
  const { rows } = await sql<Pulse>`
    select ${pageRevision} as revision,
    array(select token_hash from sessions where token_hash = any(${tokenHashes}))
      as sessions`.execute(q)
  const [pulse] = rows
  if (pulse === undefined) throw new Error('A select without a table has one row.')
  return pulse
}
