import { once } from 'node:events'
import { createServer, type AddressInfo, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { awaitSchema, connect, migrate } from '@night-routine/database'
import { testDatabase } from '@night-routine/database/testing'
import { sql } from 'kysely'
import t from 'tap'
import { latestMigration } from '../src/migrations/index.ts'
import { emptyDatabase } from './empty-database.ts'

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
  await sleep(300)
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

t.test('the wait ends after its time, and says what stood in the way', async t => {
  const { db } = await emptyDatabase(t)
  const before = performance.now()
  await t.rejects(awaitSchema(db, { timeoutMs: 400 }), { cause: { code: '42P01' } })
  const waited = performance.now() - before
  t.ok(waited > 390 && waited < 2_000, `waited ${Math.round(waited)} ms`)
})

t.test('a server that is not there is waited for, too', async t => {
  const db = connect({ url: 'postgres://nobody@127.0.0.1:1/none', applicationName: 'test' })
  t.teardown(() => db.destroy())
  await t.rejects(awaitSchema(db, { timeoutMs: 300 }), { cause: { code: 'ECONNREFUSED' } })
})

t.test('a server that never answers holds nobody up', async t => {
  const sockets: Socket[] = []
  const silent = createServer(socket => void sockets.push(socket)).listen(0, '127.0.0.1')
  t.teardown(() => silent.close())
  await once(silent, 'listening')
  const { port } = silent.address() as AddressInfo
  const db = connect({ url: `postgres://nobody@127.0.0.1:${port}/none`, applicationName: 'test' })
  const before = performance.now()
  await t.rejects(awaitSchema(db, { timeoutMs: 200 }), { message: /is not there/ })
  t.ok(performance.now() - before < 2_000)
  for (const socket of sockets) socket.destroy()
  await db.destroy()
})

t.test('whoever stops waiting does not wait', async t => {
  const { db } = await emptyDatabase(t)
  const stop = new AbortController()
  const waiting = awaitSchema(db, { signal: stop.signal })
  setTimeout(() => stop.abort(), 50)
  await t.rejects(waiting, { message: /lacks migration/ })
  await t.rejects(awaitSchema(db, { signal: AbortSignal.abort() }), { message: /lacks migration/ })
})
