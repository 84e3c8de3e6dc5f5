import { sql } from 'kysely'
import { civilDateOrNull } from './civil-date.ts'
import type { Queryable } from './connect.ts'
import type { Notice } from './notices.ts'
import type { Channel } from './notification-channels.ts'
import type { ParentId } from './night.ts'
import { openToken, type StoredToken } from './oauth-token.ts'
import type { Parent } from './parents.ts'
import { revisionSql } from './pulse.ts'
import type { TokenKeys } from './secret-keys.ts'
import type { Settings } from './settings.ts'
import type { WorkStatus } from './work.ts'

/** What a page of nights says besides its nights, all of one moment. */
export interface HomeState {
  /** As `readPulse` has it. */
  revision: string
  settings: Settings
  parents: Record<ParentId, Parent>
  calendarName: string | null
  /** The channels of the selected calendar that have not been stopped. */
  channels: Pick<Channel, 'state' | 'expiration'>[]
  work: WorkStatus[]
  notices: Notice[]
  disconnecting: boolean
  /**
   * Opens the stored grant.
   * @throws TokenUnreadableError when none of the keys opens it
   */
  openToken: (keys: TokenKeys) => StoredToken | undefined
}

// As PostgreSQL writes rows into JSON: dates and times are texts, and so are the numbers that may be large.
interface Row {
  revision: string
  settings:
    (Omit<Settings, 'countFrom' | 'lastPlannedOn'> & Texts<'countFrom' | 'lastPlannedOn'>) | null
  parents: Parent[]
  calendarName: string | null
  channels: (Pick<Channel, 'state'> & Texts<'expiration'>)[]
  work: (Pick<WorkStatus, 'kind' | 'attempts' | 'lastError' | 'running'> & {
    requestNumber: string
    doneNumber: string
  } & Texts<'nextAttemptAt' | 'doneAt'>)[]
  notices: (Pick<Notice, 'kind' | 'data'> & { id: string; createdAt: string } & Texts<'night'>)[]
  disconnecting: boolean
  token: Parameters<typeof openToken>[1] | null
}

type Texts<Names extends string> = Record<Names, string | null>

/**
 * Reads it in one statement: nine questions asked one by one take the page five times as long.
 * @throws Error when the household has not been seeded yet
 */
export async function readHomeState(q: Queryable): Promise<HomeState> {
  const { rows } = await homeState.execute(q)
  const [row] = rows
  const a = row?.parents.find(({ id }) => id === 'a')
  const b = row?.parents.find(({ id }) => id === 'b')
  if (!row?.settings || !a || !b)
    throw new Error('The household has no settings yet: seed it first')
  const { settings, token } = row
  return {
    revision: row.revision,
    settings: {
      ...settings,
      countFrom: civilDateOrNull(settings.countFrom),
      lastPlannedOn: civilDateOrNull(settings.lastPlannedOn),
    },
    parents: { a, b },
    calendarName: row.calendarName,
    channels: row.channels.map(({ state, expiration }) => ({
      state,
      expiration: instantOrNull(expiration),
    })),
    work: row.work.map(work => ({
      ...work,
      requestNumber: BigInt(work.requestNumber),
      doneNumber: BigInt(work.doneNumber),
      nextAttemptAt: instantOrNull(work.nextAttemptAt),
      doneAt: instantOrNull(work.doneAt),
    })),
    notices: row.notices.map(notice => ({
      ...notice,
      id: BigInt(notice.id),
      night: civilDateOrNull(notice.night),
      createdAt: Temporal.Instant.from(notice.createdAt),
    })),
    disconnecting: row.disconnecting,
    openToken: keys => (token === null ? undefined : openToken(keys, token)),
  }
}

function instantOrNull(text: string | null) {
  return text === null ? null : Temporal.Instant.from(text)
}

const homeState = sql<Row>`
  with selected as (select calendar_id, calendar_name from calendar_settings)
  select
    ${revisionSql} as revision,
    (select row_to_json(s) from (
      select look_ahead_days as "lookAheadDays", past_limit_days as "pastLimitDays",
        update_frequency as "updateFrequency", time_zone as "timeZone",
        day_turns_at_hour as "dayTurnsAtHour", week_start as "weekStart", language,
        statistics_order as "statisticsOrder", publish, publish_names as "publishNames",
        count_from as "countFrom", installation, last_planned_on as "lastPlannedOn"
      from settings) s) as settings,
    (select coalesce(json_agg(p), '[]') from (
      select id, name, weekdays_away as "weekdaysAway" from parents) p) as parents,
    (select calendar_name from selected) as "calendarName",
    (select coalesce(json_agg(c), '[]') from (
      select state, expiration from notification_channels
      where state <> 'stopped' and calendar_id = (select calendar_id from selected)
      order by id desc) c) as channels,
    (select coalesce(json_agg(w), '[]') from (
      select kind, request_number::text as "requestNumber", done_number::text as "doneNumber",
        attempts, last_error as "lastError", next_attempt_at as "nextAttemptAt",
        done_at as "doneAt", coalesce(claimed_until > clock_timestamp(), false) as running
      from work order by kind) w) as work,
    (select coalesce(json_agg(n), '[]') from (
      select id::text, kind, night, data, created_at as "createdAt" from notices
      where dismissed_at is null order by created_at desc, notices.id desc) n) as notices,
    exists (select from disconnection) as disconnecting,
    (select row_to_json(t) from (
      select access_token, refresh_token, token_type, expiry, scope, account_email,
        account_subject, broken_at, broken_reason
      from oauth_token) t) as token`
