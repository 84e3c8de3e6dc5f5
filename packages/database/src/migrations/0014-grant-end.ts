import { sql, type Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

/** When the provider ends a grant by itself, and sign-ins that ask for one. */
export const grantEnd: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`alter table oauth_token add column refresh_token_ends_at timestamptz`.execute(db)
    // sign_ins_intent_check holds: the version before writes two of the four values, and reads only its own rows.
    await sql`
      alter table sign_ins
        drop constraint sign_ins_intent_check,
        add constraint sign_ins_intent_check
          check (intent in ('sign-in', 'connect', 'reconnect', 'replace'))`.execute(db)
  },
}
