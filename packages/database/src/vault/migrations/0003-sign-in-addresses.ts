import { sql, type Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

/** From where an account has signed in before. */
export const signInAddresses: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`
      create table vault.sign_in_addresses (
        account_id text not null references vault.accounts on delete cascade,
        address_hash text not null,
        last_at timestamptz not null,
        primary key (account_id, address_hash)
      )`.execute(db)
  },
}
