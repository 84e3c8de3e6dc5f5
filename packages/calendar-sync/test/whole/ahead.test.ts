import { householdTransaction } from '@night-routine/database/connection'
import { migrateAhead } from '@night-routine/testing/database'
import { bookBabysitter } from '@night-routine/household'
import t from 'tap'
import { alex, nightOn } from '@night-routine/testing/household'
import { agrees, wholeHousehold } from './whole-household.ts'

t.test('works after the next version has migrated the database', async t => {
  const household = await wholeHousehold(t)
  const { db, wait, waitUntilIdle, select, change, now } = household
  await migrateAhead(db)
  await wait({ hours: 48 })
  await agrees(t, household, 'planned on')
  await householdTransaction(db, async trx => {
    const { id } = await nightOn(db, '2026-11-24')
    return bookBabysitter(trx, { now: now(), actor: alex, id, babysitter: { name: 'Kim' } })
  })
  await change({ lookAheadDays: 12 })
  await waitUntilIdle()
  await agrees(t, household, 'changed')
  await select('second')
  await waitUntilIdle()
  await agrees(t, household, 'in another calendar')
})
