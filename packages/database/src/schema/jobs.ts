import type { Generated } from 'kysely'
import type {
  GeneratedTimestamp,
  JobFailure,
  Json,
  Nullable,
  NullableTimestamp,
} from './column-types.ts'

/** The tables of background work. */
export interface JobsTables {
  job_requests: {
    kind: 'pull' | 'plan' | 'push' | 'channel' | 'publish' | 'notify' | 'absences'
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
