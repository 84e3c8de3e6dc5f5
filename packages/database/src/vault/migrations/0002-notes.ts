import { sql, type Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Rendered notes by the hash of their content, with the index of the search. */
export const notes: Migration = {
  async up(db: Kysely<unknown>) {
    await rendered.execute(db)
  },
}

// All of it follows from the files, and is made again where it is missing.
const rendered = sql`
  create table vault.notes (
    hash text primary key check (hash ~ '^[0-9a-f]{64}$'),
    -- The version of the renderer; a row of another version is replaced.
    renderer integer not null,
    title text,
    aliases text[] not null default '{}',
    language text,
    -- Null for a note that takes too long to render.
    content jsonb,
    -- The words that people see, and the same as lexemes with those of title and aliases.
    words text not null default '',
    search tsvector not null default '',
    -- Those of title and aliases alone, which are short enough to be read for each note that is found.
    names tsvector not null default ''
  );
  -- Searched more often than written, so that no search reads a list of what is not in the index yet.
  create index notes_by_word on vault.notes using gin (search) with (fastupdate = off)`
