import { sql, type Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

/** A language for each person, share links that can be shown again, and a message when somebody joins. */
export const you: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of [language, links, kinds]) await statement.execute(db)
  },
}

// Null: the household's. The code lists the languages.
const language = sql`alter table accounts add column language text check (language <> '')`

// Sealed with SECRET_KEYS; null for links from before, and for those that were revoked.
const links = sql`alter table share_links add column sealed_token text`

// The kinds are listed in the code alone, whose types check every delivery.
const kinds = sql`
  alter table notification_deliveries drop constraint notification_deliveries_kind_check`
