import { emptyDatabase } from '@night-routine/testing/database'
import { sql } from 'kysely'
import t from 'tap'
import { migrateWithin, migrations } from '../../src/connection/migrate.ts'

interface Household {
  a: string
  b: string
  timeZone: string
}

const fresh = { a: 'Parent A', b: 'Parent B', timeZone: 'UTC' }

/** A household of the migration before, and a way to run this one. */
async function before(t: Parameters<typeof emptyDatabase>[0], { a, b, timeZone }: Household) {
  const { db } = await emptyDatabase(t)
  await migrateWithin(db, migrations, { upTo: '0005-job-kinds' })
  await sql`insert into parents (id, name) values ('a', ${a}), ('b', ${b})`.execute(db)
  await sql`insert into settings (time_zone) values (${timeZone})`.execute(db)
  const record = async (action: string, facts: object, later: object | null) => {
    const [old, young] = [JSON.stringify(facts), later && JSON.stringify(later)]
    await sql`insert into history (at, actor_kind, action, before, after)
      values (now(), 'person', ${action}, ${old}, ${young})`.execute(db)
  }
  const migrate = () => migrateWithin(db, migrations, { upTo: '0006-not-chosen-yet' })
  const chosen = async () => {
    const { rows } = await sql<Household>`
      select a.name as a, b.name as b, time_zone as "timeZone"
      from parents a, parents b, settings where a.id = 'a' and b.id = 'b'`.execute(db)
    return rows
  }
  const history = async () => {
    const { rows } = await sql`select before, after from history order by id`.execute(db)
    return rows
  }
  return { db, record, migrate, chosen, history }
}

t.test('what nobody has chosen becomes null, each for itself', async t => {
  for (const [was, is] of [
    [fresh, { a: null, b: null, timeZone: null }],
    [
      { ...fresh, a: 'Alex' },
      { a: 'Alex', b: null, timeZone: null },
    ],
    [
      { a: 'Parent B', b: 'Parent A', timeZone: 'Europe/Paris' },
      { a: 'Parent B', b: 'Parent A', timeZone: 'Europe/Paris' },
    ],
  ] as const) {
    const { migrate, chosen } = await before(t, was)
    await migrate()
    t.strictSame(await chosen(), [is])
  }
})

t.test('the history of settings says the same, and stays append-only', async t => {
  const { db, record, migrate, history } = await before(t, fresh)
  const alex = { 'parents.a.name': 'Alex', timeZone: 'Europe/Paris' }
  const nobody = { 'parents.a.name': 'Parent A', 'parents.b.name': 'Parent B' }
  await record('settings-changed', { ...nobody, timeZone: 'UTC', weekStart: 1 }, alex)
  await record('settings-undone', { ...alex, 'parents.b.name': 'Parent A' }, { timeZone: 'UTC' })
  await record('settings-changed', { countFrom: null }, null)
  await record('night-changed', { timeZone: 'UTC', babysitter: 'Parent A' }, nobody)
  await migrate()
  const none = { 'parents.a.name': null, 'parents.b.name': null }
  t.strictSame(await history(), [
    { before: { ...none, timeZone: null, weekStart: 1 }, after: alex },
    { before: { ...alex, 'parents.b.name': 'Parent A' }, after: { timeZone: null } },
    { before: { countFrom: null }, after: null },
    { before: { timeZone: 'UTC', babysitter: 'Parent A' }, after: nobody },
  ])
  await t.rejects(sql`delete from history`.execute(db), /append-only/)
})
