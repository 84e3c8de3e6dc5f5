import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

export const publication: Migration = {
  async up(db) {
    await sql`
      create table publication (
        id smallint primary key default 1 check (id = 1),
        site_id text,
        site_host text,
        site_slug text,
        address text,
        may_make boolean not null default true,
        sites_before jsonb,
        removal_asked_at timestamptz,
        published_on date,
        published_at timestamptz,
        constraint a_site_has_a_host check ((site_id is null) = (site_host is null))
      )`.execute(db)
    await sql`insert into publication default values`.execute(db)

    // What we put on the site, or were about to: nothing else there is ever removed.
    await sql`
      create table published_files (
        path text not null,
        hash text not null check (hash ~ '^[0-9a-f]{64}$'),
        primary key (path, hash)
      )`.execute(db)
  },
}
