import type { Generated } from 'kysely'
import type { GeneratedTimestamp, Nullable, NullableTimestamp, Timestamp } from './column-types.ts'

/** The tables of messages to people. */
export interface NotificationsTables {
  notification_settings: {
    email: string
    /** HH:MM:SS, as are the quiet hours. */
    reminder_at: Nullable<string>
    changes: Generated<boolean>
    quiet_from: Nullable<string>
    quiet_to: Nullable<string>
  }
  person_channels: {
    id: Generated<bigint>
    email: string
    channel: string
    is_on: Generated<boolean>
    /** JSON, sealed. */
    settings: Nullable<string>
  }
  push_keys: {
    id: Generated<number>
    public_key: string
    private_key: string
    created_at: GeneratedTimestamp
  }
  push_subscriptions: {
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
  notification_deliveries: {
    id: Generated<bigint>
    email: string
    kind: 'reminder' | 'changes' | 'ask' | 'ask-answer' | 'joined' | 'account' | 'recovery' | 'test'
    key: string
    channel: string
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
  notification_cursor: {
    id: Generated<number>
    history_id: bigint
  }
}
