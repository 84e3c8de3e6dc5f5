import { randomUUID } from 'node:crypto'
import { connect } from '@night-routine/database'
import { testDatabase } from '@night-routine/database/testing'
import { sql } from 'kysely'
import t from 'tap'
import { createDatabase, ensureTemplate } from '../src/test-server.ts'

const serverUrl = process.env['DATABASE_URL'] ?? ''

async function onServer(statement: string) {
  const server = connect({ url: serverUrl, applicationName: 'test' })
  try {
    return (await sql.raw(statement).execute(server)).rows
  } finally {
    await server.destroy()
  }
}

t.test('of processes that want a template at once, one makes it', async t => {
  const name = `night_routine_try_${randomUUID().replaceAll('-', '')}`
  t.teardown(async () => void (await onServer(`drop database ${name}`)))
  let made = 0
  const make = () => ensureTemplate(serverUrl, name, async () => ++made)
  await Promise.all([make(), make(), make(), make()])
  t.equal(made, 1)
  await createDatabase(t, serverUrl, name)
})

t.test('a template whose maker failed or was killed is made again', async t => {
  const name = `night_routine_try_${randomUUID().replaceAll('-', '')}`
  t.teardown(async () => void (await onServer(`drop database ${name}`)))
  const failing = ensureTemplate(serverUrl, name, async () => Promise.reject(new Error('killed')))
  await t.rejects(failing, { message: 'killed' })
  t.same(await onServer(`select from pg_database where datname = '${name}'`), [], 'not half made')
  await ensureTemplate(serverUrl, name, async () => {})
  t.equal((await onServer(`select 1 from pg_database where datname = '${name}'`)).length, 1)
})

t.test('each test has its own database, dropped when it ends', async t => {
  let name = ''
  await t.test('the test', async t => {
    const [one, other] = [await testDatabase(t), await testDatabase(t)]
    t.not(one.url, other.url)
    await sql`create table mine ()`.execute(one.db)
    await t.rejects(sql`select from mine`.execute(other.db), { code: '42P01' })
    name = new URL(one.url).pathname.slice(1)
  })
  t.same(await onServer(`select from pg_database where datname = '${name}'`), [])
})
