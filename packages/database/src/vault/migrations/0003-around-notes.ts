import { sql, type Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

/** What leads to a note: the links of other notes, its tags, its date and the address that it claims. */
export const aroundNotes: Migration = {
  async up(db: Kysely<unknown>) {
    await columns.execute(db)
  },
}

// Notes that an older renderer wrote have none of it, and are rendered again.
const columns = sql`
  alter table vault.notes
    -- For each target of a link, what it may be called and the target itself, as JSON.
    add column link_keys text[] not null default '{}',
    add column links text[] not null default '{}',
    -- As they are written, and folded with every tag above them.
    add column tags text[] not null default '{}',
    add column tag_keys text[] not null default '{}',
    add column written_on date,
    add column permalink text;
  create index notes_by_link on vault.notes using gin (link_keys) with (fastupdate = off);
  create index notes_by_tag on vault.notes using gin (tag_keys) with (fastupdate = off)`
