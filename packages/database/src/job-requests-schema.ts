import type { Generated } from 'kysely'
import type { GeneratedTimestamp, Json, Nullable, NullableTimestamp } from './column-types.ts'

/** Why a run failed: the key of a message, and what an operator or the message needs to know. */
export interface JobFailure {
  code: string
  facts: Record<string, string | number>
}

/** Requested work, one row per kind. */
export interface JobRequestsTable {
  kind: 'pull' | 'plan' | 'push' | 'channel' | 'publish'
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
