import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Addresses have A to Z in lower case, and no other letter is folded (`foldEmail` of packages/service). */
export const plainEmails: Migration = {
  async up(db) {
    // accounts_email_check holds: the version before folds more letters, and these as well.
    await sql`
      alter table vault.accounts
        drop constraint accounts_email_check,
        add constraint accounts_email_check check (email = lower(email collate "C"))`.execute(db)
  },
}
