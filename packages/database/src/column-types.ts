import type { ColumnType } from 'kysely'

// How a column leaves the driver is decided in connect.ts; here it only gets its type.
export type CivilDate = string
export type NullableDate = ColumnType<string | null, string | null | undefined, string | null>
export type Timestamp = ColumnType<Temporal.Instant, string, string>
export type NullableTimestamp = ColumnType<
  Temporal.Instant | null,
  string | null | undefined,
  string | null
>
export type GeneratedTimestamp = ColumnType<Temporal.Instant, string | undefined, string>
export type Json<T> = ColumnType<T | null, string | null | undefined, string | null>
export type Nullable<T> = ColumnType<T | null, T | null | undefined, T | null>
