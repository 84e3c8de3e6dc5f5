import type { Caregiver, Explanation, ParentId, Reason } from '@night-routine/fairness'
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

/** How the last read of a source ended. */
export type SourceOutcome =
  | 'read'
  /** The server did not answer in time. */
  | 'slow'
  /** The calendar is larger than any person's. */
  | 'huge'
  /** The address leads into a private network. */
  | 'private'
  | 'gone'
  | 'not-a-calendar'
  /** The server wants a sign-in, or another address. */
  | 'refused'
  | 'unreachable'
  /** The account is not connected. */
  | 'disconnected'
  /** It has become the calendar with the plan. */
  | 'selected'
  /** No secret key opens the address. */
  | 'key-lost'

/** How an ask of one parent to the other stands. */
export type AskState = 'open' | 'accepted' | 'declined' | 'withdrawn' | 'ended'

/**
 * The state before or after a change in a history entry, as JSON. Of a night: as much of its decision as the
 * change is about; of anything else (nights planned at once, absences, settings): its own fields.
 */
export interface HistoryFacts extends BabysitterFacts {
  caregiver?: Caregiver | null
  override?: boolean
  reason?: Reason | null
  explanation?: Explanation | null
  /** YYYY-MM-DD */
  decidedOn?: string
  [field: string]: unknown
}

/** The babysitter in a history entry, which is never rewritten. */
export interface BabysitterFacts {
  babysitterName?: string | null
}

/** The columns of a night's babysitter. */
export interface BabysitterColumns {
  babysitter_name: Nullable<string>
}

/** The tables of the plan. */
export interface NightsTables {
  parents: {
    id: ParentId
    name: Nullable<string>
    unavailable_weekdays: Generated<number[]>
    rather_not_weekdays: Generated<number[]>
  }
  absences: {
    id: Generated<bigint>
    parent: ParentId
    first_night: CivilDate
    last_night: CivilDate
  }
  absence_sources: {
    id: string
    parent: ParentId
    kind: 'calendar' | 'address'
    calendar_id: Nullable<string>
    address: Nullable<string>
    name: string
    etag: Nullable<string>
    read_window: Nullable<string>
    added_at: Timestamp
    read_at: NullableTimestamp
    checked_at: Timestamp
    outcome: SourceOutcome
  }
  source_absences: {
    source: string
    first_night: CivilDate
    last_night: CivilDate
  }
  repeating_absences: {
    id: Generated<bigint>
    parent: ParentId
    weekdays: number[]
    every_weeks: number
    cycle: Nullable<number[]>
    first_night: CivilDate
    last_night: NullableDate
  }
  // The columns that statements name; packages/household/src/settings has every setting.
  settings: {
    id: Generated<number>
    look_ahead_days: number
    time_zone: Nullable<string>
    day_turns_at_hour: Generated<number>
    week_start: Generated<number>
    language: Generated<string>
    publish: Generated<boolean>
    count_from: NullableDate
    installation: Generated<string>
    last_planned_on: NullableDate
    clock_seen_at: NullableTimestamp
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
  night_weights: {
    night: CivilDate
    weight: number
  }
  asks: {
    id: string
    night: CivilDate
    parent: ParentId
    word: Nullable<string>
    return_night: NullableDate
    asked_by: string
    asked_at: Timestamp
    state: Generated<AskState>
    closed_at: NullableTimestamp
    closed_by: Nullable<string>
    change: Nullable<string>
    told: Nullable<string>
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
}
