import type { Generated } from 'kysely'
import type {
  CivilDate,
  GeneratedTimestamp,
  Json,
  Nullable,
  NullableDate,
  NullableTimestamp,
  Timestamp,
} from './column-types.ts'

/** The tables of the calendar. */
export interface CalendarTables {
  notices: {
    id: Generated<bigint>
    kind: string
    night: NullableDate
    data: Json<object>
    created_at: Timestamp
    dismissed_at: NullableTimestamp
    muted: Generated<boolean>
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
    state: 'present' | 'adopted' | 'rejected' | 'deleted' | 'removing' | 'removed'
    unlisted: Generated<boolean>
    updated_at: GeneratedTimestamp
  }
  imported_events: {
    calendar_id: string
    event_id: string
    night: CivilDate
    taken_at: NullableTimestamp
  }
  own_calendar: {
    id: Generated<number>
    version: Generated<bigint>
    incarnation: Generated<string>
  }
  own_events: {
    uid: string
    name: string
    text: Nullable<string>
    version: bigint
  }
  calendar_sync: {
    calendar_id: string
    sync_token: Nullable<string>
    shape_version: Generated<number>
    last_pull_at: NullableTimestamp
    last_full_at: NullableTimestamp
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
  restoration: {
    id: Generated<number>
    taken_at: Timestamp
    restored_at: Timestamp
    learned_at: NullableTimestamp
  }
}
