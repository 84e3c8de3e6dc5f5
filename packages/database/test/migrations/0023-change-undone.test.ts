import { readChange, readLatestChange } from '@night-routine/database/nights'
import { emptyDatabase } from '@night-routine/testing/database'
import { sql } from 'kysely'
import t from 'tap'
import { migrateWithin, migrations } from '../../src/connection/migrate.ts'

const change = (digit: number) => `${digit}0000000-0000-4000-8000-000000000000`
const names = ['change-taken-back', 'settings-undone', 'note-undone', 'weight-undone']

t.test('every undo has one name, also those that the version before still writes', async t => {
  const { db } = await emptyDatabase(t)
  await migrateWithin(db, migrations, { upTo: '0021-absence-cycles' })
  const record = async (action: string, id: string) =>
    sql`insert into history (at, actor_kind, action, change)
      values (now(), 'person', ${action}, ${id})`.execute(db)
  for (const [index, action] of ['night-given', ...names].entries())
    await record(action, change(index))
  await migrateWithin(db, migrations, { upTo: '0023-change-undone' })
  const { rows } =
    await sql`select action, count(*)::int from history group by 1 order by 1`.execute(db)
  t.strictSame(rows, [
    { action: 'change-undone', count: 4 },
    { action: 'night-given', count: 1 },
  ])
  await t.rejects(sql`update history set action = 'x'`.execute(db), /append-only/)

  for (const name of names) {
    await record(name, change(9))
    t.match((await readChange(db, change(9))).at(-1), { action: 'change-undone' })
  }
  t.equal(await readLatestChange(db, { actions: ['change-undone'] }), change(9))
})
