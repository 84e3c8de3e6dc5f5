import { sql, type Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Whether Home Assistant sees who has tonight. */
export const homeAssistant: Migration = {
  async up(db: Kysely<unknown>) {
    await settings.execute(db)
  },
}

// It matters only where the installation has a broker.
const settings = sql`alter table settings add column home_assistant boolean not null default true`
