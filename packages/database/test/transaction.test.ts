import { readCalendar, saveCalendar, transaction, type Transaction } from '@night-routine/database'
import { testDatabase } from '@night-routine/database/testing'
import { sql } from 'kysely'
import t from 'tap'

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
