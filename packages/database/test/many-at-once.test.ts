import { readCalendar, saveCalendar } from '@night-routine/database/calendar'
import {
  connect,
  HouseholdBusyError,
  householdTransaction,
  isDatabaseAway,
  isDatabaseFull,
  isLockHeld,
  type Transaction,
} from '@night-routine/database/connection'
import { testDatabase } from '@night-routine/testing/database'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { sql } from 'kysely'
import t, { type Test } from 'tap'

async function smallPool(t: Test, timeoutMs: number, maxConnections = 2) {
  const { db, url } = await testDatabase(t)
  const small = connect({ url, applicationName: 'test', maxConnections, timeoutMs })
  t.teardown(() => small.destroy())
  return { db, small }
}

async function countUp(trx: Transaction) {
  const before = Number((await readCalendar(trx))?.calendarName ?? 0)
  await saveCalendar(trx, { calendarId: 'count', calendarName: String(before + 1) })
}

const count = 200

t.test('many changes at once wait their turn, not for a connection', async t => {
  const { small } = await smallPool(t, 60_000)
  const order: number[] = []
  let reads = 0
  const changes = Array.from({ length: count }, (_, index) =>
    householdTransaction(small, async trx => {
      order.push(index)
      await countUp(trx)
    }),
  )
  // A read needs one of the two connections, and comes after all of them.
  const read = readCalendar(small).then(() => (reads = order.length))
  await read
  t.ok(reads < count, `a read waited for ${reads} of ${count} changes`)
  await Promise.all(changes)
  t.same(order, [...order.keys()], 'first come, first served')
  t.equal((await readCalendar(small))?.calendarName, String(count))
})

t.test('whose turn does not come in time hears that the household is busy', async t => {
  const { db, small } = await smallPool(t, 1_000)
  const release = Promise.withResolvers<void>()
  const held = Promise.withResolvers<void>()
  const holder = householdTransaction(db, () => {
    held.resolve()
    return release.promise
  })
  await held.promise
  const all = await Promise.allSettled(
    Array.from({ length: 40 }, () => householdTransaction(small, countUp)),
  )
  for (const one of all) {
    t.equal(one.status, 'rejected')
    if (one.status === 'rejected') t.ok(one.reason instanceof HouseholdBusyError, one.reason)
  }
  release.resolve()
  await holder
  await householdTransaction(small, countUp)
  t.equal((await readCalendar(small))?.calendarName, '1', 'nothing was half written')
  await db.transaction().execute(async trx => {
    await sql`lock table calendar_settings`.execute(trx)
    const error = await householdTransaction(small, countUp).catch((failed: unknown) => failed)
    t.ok(isLockHeld(error), String(error))
    t.notOk(isDatabaseAway(error))
  })
})

t.test('a full pool is not a database that is away', async t => {
  const { small } = await smallPool(t, 1_000, 1)
  await small.connection().execute(async () => {
    const error: unknown = await readCalendar(small).catch((failed: unknown) => failed)
    t.ok(isDatabaseFull(error), String(error))
    t.notOk(isDatabaseAway(error))
  })
  await t.resolves(readCalendar(small))
})

t.test('a pool that is full of connections that never open is away', async t => {
  // It takes connections and says nothing, like a server behind a dead network.
  const silent = createServer(() => {}).listen(0, '127.0.0.1')
  await once(silent, 'listening')
  const address = silent.address()
  const port = typeof address === 'object' ? address?.port : 0
  const url = `postgres://one@127.0.0.1:${port}/household`
  const db = connect({ url, applicationName: 'test', maxConnections: 1, timeoutMs: 100 })
  const errors = await Promise.all(
    [1, 2, 3].map(() => readCalendar(db).catch((error: unknown) => error)),
  )
  for (const error of errors) {
    t.ok(isDatabaseAway(error), String(error))
    t.notOk(isDatabaseFull(error))
  }
  await db.destroy()
  silent.close()
})
