import type { Queryable } from './connect.ts'
import { askPrepared, snapshotSql, type Prepared } from './prepared.ts'
import type { Session } from './sessions.ts'
import type { Settings } from './settings.ts'

/** Somebody's session, and what every answer to it needs to know of the household. */
export interface Visit {
  session: Session
  household: HouseholdTime
  /** While it is the same, nothing was written at all. */
  snapshot: string
}

/** How a household speaks, and counts its nights. */
export type HouseholdTime = Pick<Settings, 'language' | 'timeZone' | 'dayTurnsAtHour' | 'weekStart'>

const visits: Prepared = {
  name: 'visits',
  text: `select token_hash as "tokenHash", email, subject, created_at as "createdAt",
      last_seen_at as "lastSeenAt", coalesce(language, 'en') as language,
      coalesce(time_zone, 'UTC') as "timeZone", coalesce(day_turns_at_hour, 0) as "dayTurnsAtHour",
      coalesce(week_start, 1) as "weekStart", ${snapshotSql} as snapshot
    from sessions left join settings on true where token_hash = any($1::text[])`,
}

/** Those of these sessions that are there, whatever their age, in one question. */
export async function readVisits(q: Queryable, tokenHashes: readonly string[]): Promise<Visit[]> {
  const rows = await askPrepared<Session & HouseholdTime & Pick<Visit, 'snapshot'>>(q, visits, [
    tokenHashes,
  ])
  return rows.map(({ language, timeZone, dayTurnsAtHour, weekStart, snapshot, ...session }) => ({
    session,
    household: { language, timeZone, dayTurnsAtHour, weekStart },
    snapshot,
  }))
}
