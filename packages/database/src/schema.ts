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
import type { HistoryFacts } from './history-facts.ts'
import type { PublicationTable, PublishedFiles } from './publication-schema.ts'
import type { NoticeKind } from './notice-kind.ts'
import type { Caregiver, ParentId, Reason, StoredExplanation } from './night.ts'
import type { JobRequestsTable } from './job-requests-schema.ts'
import type { NotificationTables } from './notifications-schema.ts'

interface Parents {
  id: ParentId
  name: string
  unavailable_weekdays: Generated<number[]>
}

interface Absences {
  id: Generated<bigint>
  parent: ParentId
  first_night: CivilDate
  last_night: CivilDate
}

interface SettingsTable {
  id: Generated<number>
  look_ahead_days: number
  past_limit_days: Generated<number>
  update_frequency: Generated<'daily' | 'weekly' | 'monthly' | 'disabled'>
  time_zone: string
  day_turns_at_hour: Generated<number>
  week_start: Generated<number>
  language: Generated<string>
  statistics_order: Generated<'newest' | 'oldest'>
  publish: Generated<boolean>
  publish_names: Generated<'names' | 'initials'>
  count_from: NullableDate
  installation: Generated<string>
  last_planned_on: NullableDate
}

interface Assignments {
  id: Generated<bigint>
  night: CivilDate
  caregiver_type: 'parent' | Exclude<Caregiver, ParentId>
  parent: Nullable<ParentId>
  babysitter_name: Nullable<string>
  reason: Nullable<Reason>
  override: Generated<boolean>
  explanation: Json<StoredExplanation>
  decided_on: CivilDate
  created_at: GeneratedTimestamp
  updated_at: GeneratedTimestamp
  revision: Generated<bigint>
}

interface History {
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

interface Notices {
  id: Generated<bigint>
  kind: NoticeKind
  night: NullableDate
  data: Json<object>
  created_at: Timestamp
  dismissed_at: NullableTimestamp
  muted: Generated<boolean>
}

interface Accounts {
  email: string
  subject: string
  parent: Nullable<ParentId>
  created_at: GeneratedTimestamp
}

interface Sessions {
  id: Generated<bigint>
  token_hash: string
  email: string
  subject: string
  created_at: Timestamp
  last_seen_at: Timestamp
  device: Nullable<string>
}

interface ShareLinks {
  id: Generated<bigint>
  token_hash: string
  created_by: string
  created_at: Timestamp
  last_used_at: NullableTimestamp
  revoked_at: NullableTimestamp
}

interface OAuthToken {
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

interface CalendarSettings {
  id: Generated<number>
  calendar_id: string
  calendar_name: string
  created_at: GeneratedTimestamp
  updated_at: GeneratedTimestamp
}

interface DisconnectRequestTable {
  id: Generated<number>
  requested_at: Timestamp
  calendar_name: Nullable<string>
  cleared_at: NullableTimestamp
  events_left: Nullable<number>
}

interface CalendarEvents {
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

interface CalendarSyncTable {
  calendar_id: string
  sync_token: Nullable<string>
  shape_version: Generated<number>
  last_pull_at: NullableTimestamp
  last_full_at: NullableTimestamp
  last_notified_at: NullableTimestamp
}

interface NotificationChannels {
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

interface RestorationTable {
  id: Generated<number>
  taken_at: Timestamp
  restored_at: Timestamp
  learned_at: NullableTimestamp
}

/** Every table of the household's database, as Kysely sees it. */
export interface Schema {
  parents: Parents
  absences: Absences
  settings: SettingsTable
  assignments: Assignments
  history: History
  notices: Notices
  accounts: Accounts
  sessions: Sessions
  share_links: ShareLinks
  oauth_token: OAuthToken
  calendar_settings: CalendarSettings
  disconnect_request: DisconnectRequestTable
  calendar_events: CalendarEvents
  calendar_sync: CalendarSyncTable
  notification_channels: NotificationChannels
  publication: PublicationTable
  published_files: PublishedFiles
  restoration: RestorationTable
  job_requests: JobRequestsTable
  notification_settings: NotificationTables['notification_settings']
  push_keys: NotificationTables['push_keys']
  push_subscriptions: NotificationTables['push_subscriptions']
  notification_deliveries: NotificationTables['notification_deliveries']
  notification_cursor: NotificationTables['notification_cursor']
}
