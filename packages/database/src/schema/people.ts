import type { ParentId } from '@night-routine/fairness'
import type { Generated } from 'kysely'
import type { GeneratedTimestamp, Nullable, NullableTimestamp, Timestamp } from './column-types.ts'

/** The tables of people. */
export interface PeopleTables {
  share_links: {
    id: Generated<bigint>
    token_hash: string
    created_by: string
    created_at: Timestamp
    last_used_at: NullableTimestamp
    revoked_at: NullableTimestamp
    /** Sealed; null where the link cannot be shown again. */
    sealed_token: Nullable<string>
  }
  accounts: {
    email: string
    subject: string
    parent: Nullable<ParentId>
    name: Nullable<string>
    invited_at: NullableTimestamp
    home_screen_at: NullableTimestamp
    created_at: GeneratedTimestamp
    /** The language that the person reads; null: the household's. */
    language: Nullable<string>
  }
  invitations: {
    id: Generated<bigint>
    token_hash: string
    parent: ParentId
    created_by: string
    created_at: Timestamp
    expires_at: Timestamp
    revoked_at: NullableTimestamp
    accepted_at: NullableTimestamp
    accepted_by: Nullable<string>
  }
  access_tokens: {
    id: Generated<bigint>
    token_hash: string
    email: string
    name: string
    scope: 'read' | 'write' | 'calendar'
    created_at: Timestamp
    last_used_at: NullableTimestamp
  }
  sessions: {
    id: Generated<bigint>
    token_hash: string
    email: string
    subject: string
    created_at: Timestamp
    last_seen_at: Timestamp
    device: Nullable<string>
    is_prefixed: Generated<boolean>
  }
  confirmations: {
    session: string
    id: string
    /** Sealed. */
    request: string
    ends_at: Timestamp
    confirmed_at: NullableTimestamp
  }
  account_networks: {
    email: string
    network_hash: string
    last_at: Timestamp
  }
  account_notices: {
    email: string
    entry: bigint
  }
  set_up_codes: {
    code_hash: string
    ends_at: Timestamp
  }
}
