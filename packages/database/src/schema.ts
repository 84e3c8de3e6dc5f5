import type { Generated } from 'kysely'
import type { BabysitterColumns } from './babysitter.ts'
import type {
  CivilDate,
  GeneratedTimestamp,
  JobFailure,
  Json,
  Nullable,
  NullableDate,
  NullableTimestamp,
  Timestamp,
} from './column-types.ts'
import type { Caregiver, Explanation, HistoryFacts, ParentId, Reason } from './night.ts'
import type { PeopleTables } from './people-schema.ts'

/** Every table of the household's database, as Kysely sees it. */
export interface Schema extends PeopleTables {
  parents: {
    id: ParentId
    name: string
    unavailable_weekdays: Generated<number[]>
  }
  absences: {
    id: Generated<bigint>
    parent: ParentId
    first_night: CivilDate
    last_night: CivilDate
  }
  // The columns that statements name; packages/household/src/settings has every setting.
  settings: {
    id: Generated<number>
    look_ahead_days: number
    time_zone: string
    day_turns_at_hour: Generated<number>
    week_start: Generated<number>
    language: Generated<string>
    publish: Generated<boolean>
    count_from: NullableDate
    installation: Generated<string>
    last_planned_on: NullableDate
  }
  assignments: BabysitterColumns & {
    id: Generated<bigint>
    night: CivilDate
    caregiver_type: 'parent' | Exclude<Caregiver, ParentId>
    parent: Nullable<ParentId>
    reason: Nullable<Reason>
    override: Generated<boolean>
    explanation: Json<Explanation>
    decided_on: CivilDate
    created_at: GeneratedTimestamp
    updated_at: GeneratedTimestamp
    revision: Generated<bigint>
  }
  night_notes: {
    night: CivilDate
    note: string
    shared: Generated<boolean>
  }
  history: {
    id: Generated<bigint>
    at: Timestamp
    actor_kind: 'person' | 'calendar' | 'schedule'
    actor: Nullable<string>
    action: string
    night: NullableDate
    before: Json<HistoryFacts>
    after: Json<HistoryFacts>
    change: Nullable<string>
    undoes: Nullable<string>
  }
  notices: {
    id: Generated<bigint>
    kind: string
    night: NullableDate
    data: Json<object>
    created_at: Timestamp
    dismissed_at: NullableTimestamp
    muted: Generated<boolean>
  }
  share_links: {
    id: Generated<bigint>
    token_hash: string
    created_by: string
    created_at: Timestamp
    last_used_at: NullableTimestamp
    revoked_at: NullableTimestamp
  }
  oauth_token: {
    id: Generated<number>
    access_token: string
    refresh_token: Nullable<string>
    refresh_token_ends_at: NullableTimestamp
    token_type: string
    expiry: Timestamp
    scope: string[]
    account_email: string
    account_subject: string
    broken_at: NullableTimestamp
    broken_reason: Nullable<string>
    created_at: GeneratedTimestamp
    updated_at: GeneratedTimestamp
  }
  calendar_settings: {
    id: Generated<number>
    calendar_id: string
    calendar_name: string
    created_at: GeneratedTimestamp
    updated_at: GeneratedTimestamp
  }
  disconnect_request: {
    id: Generated<number>
    requested_at: Timestamp
    calendar_name: Nullable<string>
    cleared_at: NullableTimestamp
    events_left: Nullable<number>
  }
  calendar_events: {
    calendar_id: string
    night: CivilDate
    generation: number
    event_id: string
    etag: Nullable<string>
    pushed_hash: Nullable<string>
    judged_meaning: Nullable<string>
    note: Nullable<string>
    state: 'present' | 'adopted' | 'rejected' | 'deleted' | 'removed'
    updated_at: GeneratedTimestamp
  }
  calendar_sync: {
    calendar_id: string
    sync_token: Nullable<string>
    shape_version: Generated<number>
    last_pull_at: NullableTimestamp
    last_full_at: NullableTimestamp
    last_notified_at: NullableTimestamp
  }
  notification_channels: {
    id: Generated<bigint>
    channel_id: string
    calendar_id: string
    resource_id: Nullable<string>
    token_hash: string
    address: string
    expiration: NullableTimestamp
    state: 'pending' | 'live' | 'retired' | 'stopped'
    retired_at: NullableTimestamp
    created_at: GeneratedTimestamp
    updated_at: GeneratedTimestamp
  }
  publication: {
    id: Generated<number>
    site_id: Nullable<string>
    site_host: Nullable<string>
    site_slug: Nullable<string>
    address: Nullable<string>
    may_create_site: Generated<boolean>
    previous_sites: Json<string[]>
    removal_requested_at: NullableTimestamp
    published_on: NullableDate
    published_at: NullableTimestamp
    slug: Nullable<string>
    password: Nullable<string>
    password_at_host: Generated<boolean>
  }
  published_files: {
    path: string
    hash: string
  }
  restoration: {
    id: Generated<number>
    taken_at: Timestamp
    restored_at: Timestamp
    learned_at: NullableTimestamp
  }
  job_requests: {
    kind: 'pull' | 'plan' | 'push' | 'channel' | 'publish' | 'notify'
    request_number: Generated<bigint>
    done_number: Generated<bigint>
    requested_at: GeneratedTimestamp
    claim: Nullable<string>
    claimed_at: NullableTimestamp
    claimed_until: NullableTimestamp
    attempts: Generated<number>
    next_attempt_at: NullableTimestamp
    wait_required: Generated<boolean>
    last_error: Json<JobFailure>
    done_at: NullableTimestamp
  }
}
