import type { Generated } from 'kysely'
import type { GeneratedTimestamp, Nullable, NullableTimestamp, Timestamp } from './column-types.ts'
import type { ParentId } from './night.ts'

interface NotificationSettingsTable {
  email: string
  /** HH:MM:SS, as are the quiet hours. */
  reminder_at: Nullable<string>
  changes: Generated<boolean>
  by_push: Generated<boolean>
  by_email: Generated<boolean>
  quiet_from: Nullable<string>
  quiet_to: Nullable<string>
}

interface PushKeysTable {
  id: Generated<number>
  public_key: string
  private_key: string
  created_at: GeneratedTimestamp
}

interface PushSubscriptionsTable {
  id: Generated<bigint>
  email: string
  endpoint: string
  p256dh: string
  auth: string
  /** The digest of the session that subscribed. */
  session: Nullable<string>
  device: Nullable<string>
  created_at: Timestamp
}

interface NotificationDeliveriesTable {
  id: Generated<bigint>
  email: string
  kind: 'reminder' | 'changes'
  key: string
  channel: 'push' | 'email'
  subscription: Generated<bigint>
  since_entry: Nullable<bigint>
  state: 'waiting' | 'sending' | 'sent' | 'nothing-to-say' | 'failed'
  attempts: Generated<number>
  error: Nullable<string>
  next_attempt_at: Timestamp
  claim: Nullable<string>
  claimed_until: NullableTimestamp
  created_at: Timestamp
  ended_at: NullableTimestamp
}

interface NotificationCursorTable {
  id: Generated<number>
  history_id: bigint
}

/** The tables of people, and of notifications to them. */
export interface PeopleTables {
  accounts: {
    email: string
    subject: string
    parent: Nullable<ParentId>
    created_at: GeneratedTimestamp
  }
  sessions: {
    id: Generated<bigint>
    token_hash: string
    email: string
    subject: string
    created_at: Timestamp
    last_seen_at: Timestamp
    device: Nullable<string>
  }
  notification_settings: NotificationSettingsTable
  push_keys: PushKeysTable
  push_subscriptions: PushSubscriptionsTable
  notification_deliveries: NotificationDeliveriesTable
  notification_cursor: NotificationCursorTable
}
