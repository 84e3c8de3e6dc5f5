import type { Generated } from 'kysely'
import type { GeneratedTimestamp, Nullable, NullableTimestamp } from './column-types.ts'

/** Requested work, one row per kind. */
export interface JobRequestsTable {
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
  last_error: Nullable<string>
  done_at: NullableTimestamp
}
