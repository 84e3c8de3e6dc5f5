import type { shownNight } from './assignments.ts'
import type { Notice } from './notices.ts'
import type { Channel } from './notification-channels.ts'
import type { openToken } from './oauth-token.ts'
import type { Parent } from './parents.ts'
import { snapshotSql, type Prepared } from './prepared.ts'
import { revisionSql } from './pulse.ts'
import type { Settings } from './settings.ts'
import type { WorkStatus } from './work.ts'

/**
 * Everything that a page of nights is made from, as PostgreSQL writes rows into JSON: dates and times are
 * texts, and so are the numbers that may be large.
 */
export interface HomeFacts {
  revision: string
  settings:
    (Omit<Settings, 'countFrom' | 'lastPlannedOn'> & Texts<'countFrom' | 'lastPlannedOn'>) | null
  parents: Parent[]
  calendarName: string | null
  channels: (Pick<Channel, 'state'> & Texts<'expiration'>)[]
  work: (Pick<WorkStatus, 'kind' | 'attempts' | 'lastError'> & {
    requestNumber: string
    doneNumber: string
  } & Texts<'nextAttemptAt' | 'doneAt'>)[]
  notices: (Pick<Notice, 'kind' | 'data'> & { id: string; createdAt: string } & Texts<'night'>)[]
  disconnecting: boolean
  nights: (Omit<Parameters<typeof shownNight>[0], 'id'> & { id: string })[]
  token: Parameters<typeof openToken>[1] | null
}

type Texts<Names extends string> = Record<Names, string | null>

/**
 * One statement, so that all of it is of one moment, and without a clock. The nights from $1 to $2, from
 * $3 to $4, and later ones that nobody can do; the facts
 * are not sent to who already knows the digest $5 of them. It is taken of the very text that is sent.
 */
export const homeFacts: Prepared = {
  name: 'home-facts',
  text: `
  with selected as (select calendar_id, calendar_name from calendar_settings),
  page as (select
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
        done_at as "doneAt"
      from work where kind in ('plan', 'push') or (kind = 'publish' and last_error is not null)
      order by kind) w) as work,
    (select coalesce(json_agg(n), '[]') from (
      select id::text, kind, night, data, created_at as "createdAt" from notices
      where dismissed_at is null order by created_at desc, notices.id desc) n) as notices,
    exists (select from disconnection) as disconnecting,
    (select coalesce(json_agg(a), '[]') from (
      select id::text, night, caregiver_type, parent, babysitter_name, reason, override, explanation,
        decided_on
      from assignments
      where night between $1::date and $2::date or night between $3::date and $4::date
        or (night >= $3::date and caregiver_type = 'parent' and parent is null)
      order by night) a) as nights,
    (select row_to_json(t) from (
      select access_token, refresh_token, refresh_token_ends_at, token_type, expiry, scope, account_email,
        account_subject, broken_at, broken_reason
      from oauth_token) t) as token),
  facts as materialized (select row_to_json(page) as facts from page),
  digested as materialized (
    select facts, encode(sha256(convert_to(facts::text, 'UTF8')), 'hex') as digest from facts)
  select digest, ${snapshotSql} as snapshot,
    case when digest is distinct from $5::text then facts end as facts
  from digested`,
}
