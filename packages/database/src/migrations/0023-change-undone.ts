import { sql, type Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

/** An undo has one name in the history, whatever it undid. */
export const changeUndone: Migration = {
  async up(db: Kysely<unknown>) {
    await history.execute(db)
  },
}

// The version before shows an action that it does not know as a change without details. What it writes itself keeps
// its own name, and `history.ts` reads that as the new one.
const history = sql`
  alter table history disable trigger history_is_append_only;
  update history set action = 'change-undone'
    where action in ('change-taken-back', 'settings-undone', 'note-undone', 'weight-undone');
  alter table history enable trigger history_is_append_only`
