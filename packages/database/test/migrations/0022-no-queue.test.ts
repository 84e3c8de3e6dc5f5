import { emptyDatabase } from '@night-routine/testing/database'
import { sql } from 'kysely'
import t, { type Test } from 'tap'
import { migrateWithin, migrations } from '../../src/connection/migrate.ts'

/** Whether the schema `queue` with these tables is there after the migration. */
async function remains(t: Test, tables: readonly string[]): Promise<boolean> {
  const { db } = await emptyDatabase(t)
  await migrateWithin(db, migrations, { upTo: '0021-absence-cycles' })
  await sql`create schema queue`.execute(db)
  await sql`create type queue.state as enum ('waiting')`.execute(db)
  for (const table of tables)
    await sql`create table queue.${sql.id(table)} (id bigserial, state queue.state)`.execute(db)
  await migrateWithin(db, migrations, { upTo: '0022-no-queue' })
  const { rows } = await sql`select from pg_namespace where nspname = 'queue'`.execute(db)
  return rows.length > 0
}

t.test('the tables of BullMQ go', async t => {
  t.equal(await remains(t, ['migration', 'job', 'dedup', 'dedup_next']), false)
})

t.test("another application's schema of that name stays", async t => {
  t.equal(await remains(t, ['job']), true)
})
