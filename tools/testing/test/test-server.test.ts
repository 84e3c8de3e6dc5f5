import { randomUUID } from 'node:crypto'
import { connect } from '@night-routine/database/connection'
import { readJobRequests, requestJob } from '@night-routine/database/jobs'
import { seedHousehold } from '@night-routine/database/nights'
import { readPublication, savePublication } from '@night-routine/database/site'
import { testDatabase } from '@night-routine/testing/database'
import { sql } from 'kysely'
import t from 'tap'
import { ensureTemplate } from '../src/database/test-server.ts'

const household = { parentA: 'Alex', parentB: 'Robin', timeZone: 'Europe/Paris', lookAheadDays: 30 }
const serverUrl = process.env['DATABASE_URL'] ?? ''

async function onServer(statement: string) {
  const server = connect({ url: serverUrl, applicationName: 'test' })
  try {
    return (await sql.raw(statement).execute(server)).rows
  } finally {
    await server.destroy()
  }
}

t.test('a template whose maker failed or was killed is made again', async t => {
  const name = `night_routine_try_${randomUUID().replaceAll('-', '')}`
  t.teardown(async () => void (await onServer(`drop database ${name}`)))
  const failing = ensureTemplate(serverUrl, name, async () => Promise.reject(new Error('killed')))
  await t.rejects(failing, { message: 'killed' })
  t.same(await onServer(`select from pg_database where datname = '${name}'`), [], 'not half made')
  await ensureTemplate(serverUrl, name, async () => {})
  t.equal((await onServer(`select 1 from pg_database where datname = '${name}'`)).length, 1)
})

const isThere = async (url: string) => {
  const name = new URL(url).pathname.slice(1)
  return (await onServer(`select from pg_database where datname = '${name}'`)).length === 1
}

t.test('the next test gets the database of the last one, as a migration leaves it', async t => {
  let last = ''
  await t.test('one test', async t => {
    const [one, other] = [await testDatabase(t), await testDatabase(t)]
    t.not(one.url, other.url, 'two at once are two')
    await seedHousehold(one.db, household)
    await requestJob(one.db, 'push')
    await savePublication(one.db, { slug: 'nights' })
    const service = connect({ url: one.url, applicationName: 'web' })
    t.teardown(() => service.destroy())
    await sql`select 1`.execute(service)
    last = one.url
  })
  const { db, url } = await testDatabase(t)
  t.equal(url, last)
  t.same(await readJobRequests(db), [])
  t.match(await readPublication(db), { slug: null })
  await seedHousehold(db, household)
  const { rows } = await sql<{ count: bigint }>`select count(*) from pg_stat_activity
    where datname = current_database() and application_name = 'web'`.execute(db)
  t.equal(rows[0]?.count, 0n, 'no one else is connected')
})

t.test('a database whose tables a test changed is not used again', async t => {
  const changes = [
    'create table mine ()',
    'alter table parents drop column name cascade',
    'create trigger mine before update on parents execute function suppress_redundant_updates_trigger()',
    'drop table absences',
  ]
  for (const change of changes) {
    let changed = ''
    await t.test(change, async t => {
      const { db, url } = await testDatabase(t)
      await sql.raw(change).execute(db)
      changed = url
    })
    await t.test('the next test', async t => {
      t.not((await testDatabase(t)).url, changed)
      t.notOk(await isThere(changed), 'it is dropped')
    })
  }
})
