import { setTimeout as sleep } from 'node:timers/promises'
import type { Family } from './family.ts'

const timeoutMs = 300_000

/** What has to have happened since the clock moved. */
export interface Settled {
  /** The night that is on. */
  tonight: string
  /** The calendar was read after this. */
  since: Temporal.Instant
  /** Whether the calendar can be reached; otherwise only what needs none of it is waited for. */
  hasCalendar: boolean
}

/** Waits until the plan of today is made, the calendar read and written, and nothing is left to do. */
export async function waitUntilIdle(family: Family, settled: Settled): Promise<void> {
  const { tonight, since, hasCalendar } = settled
  // Messages wait some seconds for more of the same, and no one here gets any.
  const kinds = hasCalendar ? `kind <> 'notify'` : `kind = 'plan'`
  const sql = `select
      (select coalesce(last_planned_on = '${tonight}', false) from settings),
      (select coalesce(last_pull_at >= '${since.toString()}', false) from calendar_sync
        join calendar_settings using (calendar_id)),
      (select coalesce(string_agg(kind || ' ' || coalesce(last_error::text, ''), ', '), '-') from job_requests
        where (request_number <> done_number or claimed_until > now()) and ${kinds})`
  const until = performance.now() + timeoutMs
  let quiet = 0
  let last = ''
  while (performance.now() < until) {
    last = (await family.query(sql).catch(String)).toString()
    const [planned, pulled, open] = last.split(' ')
    const isOver = planned === 't' && (pulled === 't' || !hasCalendar) && open === '-'
    quiet = isOver ? quiet + 1 : 0
    // A finished job may request another one.
    if (quiet === 3) return
    await sleep(30)
  }
  throw new Error(
    `${family.name} has not settled on ${tonight}: planned, read, left to do: ${last}`,
  )
}
