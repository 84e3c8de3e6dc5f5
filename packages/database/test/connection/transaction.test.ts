import { once } from 'node:events'
import { readCalendar, saveCalendar } from '@night-routine/database/calendar'
import {
  householdTransaction,
  transaction,
  type Transaction,
} from '@night-routine/database/connection'
import { testDatabase, waitsForLock } from '@night-routine/testing/database'
import { sql } from 'kysely'
import t from 'tap'
import { startScript } from '../child.ts'
import { until } from '../until.ts'

const calendar = { calendarId: 'family', calendarName: 'Family' }

t.test('the work is committed as a whole, and not if it throws or a statement failed', async t => {
  const { db } = await testDatabase(t)
  const failing = (then: (trx: Transaction) => Promise<unknown>) =>
    transaction(db, async trx => {
      await saveCalendar(trx, calendar)
      await then(trx)
    })
  const thrown = failing(() => Promise.reject(new Error('second thoughts')))
  await t.rejects(thrown, { message: 'second thoughts' })
  await t.rejects(failing(trx => sql`select 1 / 0`.execute(trx).catch(() => {})))
  t.equal(await readCalendar(db), undefined)
  const result = await transaction(db, async trx => {
    await saveCalendar(trx, calendar)
    return 7
  })
  t.equal(result, 7)
  t.same(await readCalendar(db), calendar)
})

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

t.test('the lock ends with the transaction, and a failure stays what it is', async t => {
  const { db } = await testDatabase(t)
  await householdTransaction(db, async () => {})
  const failing = householdTransaction(db, trx => sql`select 1 / 0`.execute(trx))
  await t.rejects(failing, { code: '22012' })
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
  await until(() => waitsForLock(db))
  t.notOk(freed, 'held while the process lives')
  holder.kill('SIGKILL')
  await waiting
  t.ok(freed, 'free when it is dead')
})
