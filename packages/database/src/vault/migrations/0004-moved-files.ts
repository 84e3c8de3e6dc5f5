import { sql, type Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Where a file was before it moved, so that its old address leads to it. */
export const movedFiles: Migration = {
  async up(db: Kysely<unknown>) {
    await moved.execute(db)
  },
}

const moved = sql`
  create table vault.moved_files (
    site_id text not null,
    path text collate "C" not null,
    target text collate "C" not null,
    primary key (site_id, path),
    foreign key (site_id, target) references vault.files on delete cascade
  );
  create index moved_files_by_target on vault.moved_files (site_id, target)`
