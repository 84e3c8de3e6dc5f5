import { once } from 'node:events'
import { createServer, type AddressInfo, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { awaitSchema, connect, migrate } from '@night-routine/database'
import { emptyDatabase, testDatabase } from '@night-routine/database/testing'
import { sql } from 'kysely'
import t from 'tap'
import { latestMigration } from '../src/migrations/index.ts'
import { awaitMigration } from '../src/migrate.ts'

t.test('a migrated database is ready at once, one that is further on too', async t => {
  const { db } = await testDatabase(t)
  await t.resolves(awaitSchema(db))
  await sql`insert into kysely_migration (name, timestamp) values ('9999-later', '')`.execute(db)
  await t.resolves(awaitSchema(db))
})

t.test('a service waits until somebody has migrated', async t => {
  const { db, url } = await emptyDatabase(t)
  let ready = false
  const waiting = awaitSchema(db).then(() => (ready = true))
  await sleep(100)
  t.notOk(ready)
  await migrate(url)
  await waiting
  t.ok(ready)
})

t.test('a database that lacks the last migration is not ready', async t => {
  const { db } = await testDatabase(t)
  await sql`delete from kysely_migration where name = ${latestMigration}`.execute(db)
  await t.rejects(awaitSchema(db, { timeoutMs: 50 }), {
    message: `The database is not there or lacks migration ${latestMigration}`,
  })
})

/** Ends the wait after its first look. */
function oneLook() {
  const stop = new AbortController()
  return { signal: stop.signal, pause: async () => stop.abort() }
}

t.test('the wait says what stood in the way', async t => {
  const { db } = await emptyDatabase(t)
  await t.rejects(awaitSchema(db, oneLook()), { cause: { code: '42P01' } })
})

t.test('the wait looks again after each pause, and ends after its time', async t => {
  let looks = 0
  const isThere = async () => {
    looks += 1
    return false
  }
  const stop = new AbortController()
  const pause = async () => {
    if (looks === 3) stop.abort()
  }
  const waiting = awaitMigration({ name: 'none', isThere }, { signal: stop.signal, pause })
  await t.rejects(waiting, { message: /lacks migration none/ })
  t.equal(looks, 3)
  await t.rejects(awaitMigration({ name: 'none', isThere }, { timeoutMs: 50 }), Error)
})

t.test('a server that is away is waited for, too', async t => {
  const db = connect({ url: 'postgres://someone@127.0.0.1:1/none', applicationName: 'test' })
  t.teardown(() => db.destroy())
  await t.rejects(awaitSchema(db, oneLook()), { cause: { code: 'ECONNREFUSED' } })
})

t.test('a server that never answers does not prolong the wait', async t => {
  const sockets: Socket[] = []
  const silent = createServer(socket => void sockets.push(socket)).listen(0, '127.0.0.1')
  t.teardown(() => silent.close())
  await once(silent, 'listening')
  const { port } = silent.address() as AddressInfo
  const db = connect({ url: `postgres://someone@127.0.0.1:${port}/none`, applicationName: 'test' })
  await t.rejects(awaitSchema(db, { timeoutMs: 100 }), { message: /is not there/ })
  for (const socket of sockets) socket.destroy()
  await db.destroy()
})

t.test('a wait can be stopped', async t => {
  const { db } = await emptyDatabase(t)
  const stop = new AbortController()
  const waiting = awaitSchema(db, { signal: stop.signal })
  setTimeout(() => stop.abort(), 50)
  await t.rejects(waiting, { message: /lacks migration/ })
  await t.rejects(awaitSchema(db, { signal: AbortSignal.abort() }), { message: /lacks migration/ })
})
