import { once } from 'node:events'
import { readCalendar, saveCalendar } from '@night-routine/database/calendar'
import {
  connect,
  HouseholdBusyError,
  householdTransaction,
  transaction,
  type Transaction,
} from '@night-routine/database/connection'
import { testDatabase } from '@night-routine/testing/database'
import { sql } from 'kysely'
import t from 'tap'
import { startScript } from '../child.ts'

const calendar = { calendarId: 'family', calendarName: 'Family' }

t.test('what the work returns is committed', async t => {
  const { db } = await testDatabase(t)
  const result = await transaction(db, async trx => {
    await saveCalendar(trx, calendar)
    return 7
  })
  t.equal(result, 7)
  t.same(await readCalendar(db), calendar)
})

t.test('when the work throws nothing has happened', async t => {
  const { db } = await testDatabase(t)
  const work = transaction(db, async trx => {
    await saveCalendar(trx, calendar)
    throw new Error('second thoughts')
  })
  await t.rejects(work, { message: 'second thoughts' })
  t.equal(await readCalendar(db), undefined)
})

t.test(
  'a statement that failed takes the transaction with it, even when its error is caught',
  async t => {
    const { db } = await testDatabase(t)
    const work = transaction(db, async trx => {
      await saveCalendar(trx, calendar)
      await sql`select 1 / 0`.execute(trx).catch(() => {})
    })
    await t.rejects(work)
    t.equal(await readCalendar(db), undefined)
  },
)

t.test('a query on a transaction that has ended throws', async t => {
  const { db } = await testDatabase(t)
  const kept: Transaction[] = []
  await transaction(db, async trx => void kept.push(trx))
  await transaction(db, async trx => {
    kept.push(trx)
    throw new Error('rolled back')
  }).catch(() => {})
  t.equal(kept.length, 2)
  const ended = { message: 'A query was sent on a transaction that has ended' }
  for (const trx of kept) {
    await t.rejects(saveCalendar(trx, calendar), ended, 'a built query')
    await t.rejects(sql`select 1`.execute(trx), ended, 'a raw one')
  }
  t.equal(await readCalendar(db), undefined)
})

async function countUp(trx: Transaction) {
  const before = Number((await readCalendar(trx))?.calendarName ?? 0)
  await saveCalendar(trx, { calendarId: 'count', calendarName: String(before + 1) })
}

const rounds = process.env['LONG_TESTS'] ? 200 : 50

t.test('two writers at once lose no change', async t => {
  const { db } = await testDatabase(t)
  for (let round = 0; round < rounds; round++)
    await Promise.all([householdTransaction(db, countUp), householdTransaction(db, countUp)])
  t.equal((await readCalendar(db))?.calendarName, String(2 * rounds))
})

t.test('the lock ends with the transaction, committed or not', async t => {
  const { db } = await testDatabase(t)
  await householdTransaction(db, async () => {})
  await householdTransaction(db, async () => Promise.reject(new Error('no'))).catch(() => {})
  const { rows } = await sql`select from pg_locks where locktype = 'advisory'
    and database = (select oid from pg_database where datname = current_database())`.execute(db)
  t.equal(rows.length, 0)
})

t.test('a SIGKILLed holder frees the lock, before the wait for it ends', async t => {
  const { db, url } = await testDatabase(t)
  const holder = startScript('./lock-holder.ts', url)
  await once(holder.stdout, 'data')
  let freed = false
  const waiting = householdTransaction(db, countUp).then(() => (freed = true))
  await sql`select pg_sleep(0.2)`.execute(db)
  t.notOk(freed, 'held while the process lives')
  holder.kill('SIGKILL')
  await waiting
  t.ok(freed, 'free when it is dead')
})

t.test('a wait that takes too long ends, and says that the household is busy', async t => {
  const { db, url } = await testDatabase(t)
  const impatient = connect({ url, applicationName: 'test', timeoutMs: 500 })
  t.teardown(() => impatient.destroy())
  const release = Promise.withResolvers<void>()
  const held = Promise.withResolvers<void>()
  const holder = householdTransaction(db, () => {
    held.resolve()
    return release.promise
  })
  await held.promise
  await t.rejects(householdTransaction(impatient, countUp), HouseholdBusyError)
  release.resolve()
  await holder
  await householdTransaction(db, countUp)
  t.equal((await readCalendar(db))?.calendarName, '1', 'only the second try wrote')
})

t.test('another failure stays what it is', async t => {
  const { db } = await testDatabase(t)
  await t.rejects(
    householdTransaction(db, trx => sql`select 1 / 0`.execute(trx)),
    { code: '22012' },
  )
})
