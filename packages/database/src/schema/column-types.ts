import type { ColumnType } from 'kysely'

// The driver reads Temporal values (connect.ts). Text is as good for writing them.
type Day = Temporal.PlainDate | string
type Moment = Temporal.Instant | string

export type CivilDate = ColumnType<Temporal.PlainDate, Day, Day>
export type NullableDate = ColumnType<Temporal.PlainDate | null, Day | null | undefined, Day | null>
export type Timestamp = ColumnType<Temporal.Instant, Moment, Moment>
export type GeneratedTimestamp = ColumnType<Temporal.Instant, Moment | undefined, Moment>
export type NullableTimestamp = ColumnType<
  Temporal.Instant | null,
  Moment | null | undefined,
  Moment | null
>
export type Nullable<T> = ColumnType<T | null, T | null | undefined, T | null>
/** An object; the driver would send a list as an array of PostgreSQL, so a list is written as text. */
export type Json<T> = ColumnType<T | null, T | string | null | undefined, T | string | null>

/** Why a run failed: the key of a message, and what an operator or the message needs to know. */
export interface JobFailure {
  code: string
  facts: Record<string, string | number>
}
