import { sql, type Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

/** What a household says about its split: shares, weights, weekdays to avoid, and absences that repeat. */
export const fairSplits: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of [settings, parents, repetitions, weights]) await statement.execute(db)
  },
}

const settings = sql`
  -- Percent of parent a.
  alter table settings add column share smallint not null default 50
    check (share between 30 and 70 and share % 5 = 0);
  -- Monday to Sunday.
  alter table settings add column weekday_weights double precision[] not null default '{1,1,1,1,1,1,1}'
    check (cardinality(weekday_weights) = 7 and weekday_weights <@ '{1,1.5,2,2.5,3}'
      and array_position(weekday_weights, null) is null)`

const parents = sql`
  alter table parents add column rather_not_weekdays smallint[] not null default '{}' check (
    rather_not_weekdays <@ '{1,2,3,4,5,6,7}' and array_position(rather_not_weekdays, null) is null)`

const repetitions = sql`
  create table repeating_absences (
    id bigint generated always as identity primary key,
    parent text not null references parents,
    weekdays smallint[] not null check (
      weekdays <> '{}' and weekdays <@ '{1,2,3,4,5,6,7}' and array_position(weekdays, null) is null),
    -- Counted from the ISO week of the first night.
    every_weeks smallint not null check (every_weeks between 1 and 8),
    first_night date not null,
    -- Null: no end.
    last_night date check (last_night >= first_night)
  )`

// By date: planning again replaces what is known of a night, and its weight stays. Without a row a night counts
// as much as its weekday.
const weights = sql`
  create table night_weights (
    night date primary key,
    weight double precision not null check (weight in (1.5, 2, 2.5, 3))
  )`
