import { sql, type Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

/** The channels that messages take to each person, in place of a column for each channel. */
export const channels: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of [table, deliveries]) await statement.execute(db)
  },
}

const table = sql`
  create table person_channels (
    id bigint generated always as identity primary key,
    email text not null references accounts on update cascade on delete cascade,
    -- Its name in packages/notifications.
    channel text not null check (channel ~ '^[a-z][a-z-]{0,19}$'),
    is_on boolean not null default true,
    -- What the person filled in, as JSON, sealed with SECRET_KEYS; null: nothing.
    settings text,
    constraint one_row_per_person_and_channel unique (email, channel)
  );
  insert into person_channels (email, channel)
    select email, 'email' from notification_settings where by_email
    union all
    select email, 'push' from notification_settings where by_push`

// The code alone lists the channels, as it does the kinds.
const deliveries = sql`
  alter table notification_deliveries drop constraint notification_deliveries_channel_check`
