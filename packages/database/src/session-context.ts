import type { Queryable } from './connect.ts'
import type { Session } from './sessions.ts'
import type { Settings } from './settings.ts'

/** How a household speaks, and counts its nights. */
export type HouseholdTime = Pick<Settings, 'language' | 'timeZone' | 'dayTurnsAtHour' | 'weekStart'>

/** A session, and what every page needs to know of the household. */
export interface SessionContext {
  session: Session
  household: HouseholdTime
}

/** The session of a cookie's digest, whatever its age; before the household is seeded, with its defaults. */
export async function findSessionContext(
  q: Queryable,
  tokenHash: string,
): Promise<SessionContext | undefined> {
  const row = await q
    .selectFrom('sessions')
    .leftJoin('settings', join => join.onTrue())
    .select([
      'token_hash as tokenHash',
      'email',
      'subject',
      'sessions.created_at as createdAt',
      'last_seen_at as lastSeenAt',
      'language',
      'time_zone as timeZone',
      'day_turns_at_hour as dayTurnsAtHour',
      'week_start as weekStart',
    ])
    .where('token_hash', '=', tokenHash)
    .executeTakeFirst()
  if (row === undefined) return undefined
  const { language, timeZone, dayTurnsAtHour, weekStart, ...session } = row
  return {
    session,
    household: {
      language: language ?? 'en',
      timeZone: timeZone ?? 'UTC',
      dayTurnsAtHour: dayTurnsAtHour ?? 0,
      weekStart: weekStart ?? 1,
    },
  }
}
