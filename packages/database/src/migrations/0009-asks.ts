import { sql, type Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Asks of one parent that the other takes a night, and the messages about them. */
export const asks: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of [table, onePerNight, deliveries]) await statement.execute(db)
  },
}

// By date: planning again replaces what is known of a night, and an ask about it stays.
const table = sql`
  create table asks (
    -- In links of messages: never used again, also after a restore.
    id uuid primary key,
    night date not null,
    -- Who asks; the other parent is asked.
    parent text not null references parents,
    word text check (word <> '' and length(word) <= 80),
    -- A night of the other parent that the asker takes in return.
    return_night date check (return_night <> night),
    asked_by text not null,
    asked_at timestamptz not null,
    state text not null default 'open'
      check (state in ('open', 'accepted', 'declined', 'withdrawn', 'ended')),
    closed_at timestamptz,
    -- Who answered or withdrew it, or gave the night away; null when no person did.
    closed_by text,
    -- The change of nights that an acceptance led to.
    change uuid,
    -- The state whose messages were planned; null before the first one.
    told text,
    constraint closed_when_not_open check ((state = 'open') = (closed_at is null)),
    constraint a_person_answers check (state in ('open', 'ended') or closed_by is not null),
    constraint an_open_ask_has_no_answer check (state <> 'open' or closed_by is null),
    constraint an_accepted_ask_changed_nights check ((state = 'accepted') = (change is not null))
  )`

const onePerNight = sql`
  create unique index one_open_ask_per_night on asks (night) where state = 'open';
  create index asks_by_change on asks (change) where change is not null`

// notification_deliveries_kind_check holds: the version before plans only kinds that are still in the list.
const deliveries = sql`
  alter table notification_deliveries
    drop constraint notification_deliveries_kind_check,
    add constraint notification_deliveries_kind_check
      check (kind in ('reminder', 'changes', 'ask', 'ask-answer'))`
