import type { Generated } from 'kysely'
import type { GeneratedTimestamp, Nullable, NullableTimestamp } from './column-types.ts'

/** Requested work, one row per kind. */
export interface WorkTable {
  kind: 'pull' | 'plan' | 'push' | 'channel' | 'publish'
  request_number: Generated<bigint>
  done_number: Generated<bigint>
  requested_at: GeneratedTimestamp
  claim: Nullable<string>
  claimed_at: NullableTimestamp
  claimed_until: NullableTimestamp
  attempts: Generated<number>
  next_attempt_at: NullableTimestamp
  told_to_wait: Generated<boolean>
  last_error: Nullable<string>
  done_at: NullableTimestamp
}
