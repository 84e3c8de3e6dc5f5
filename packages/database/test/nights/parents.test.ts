import { transaction } from '@night-routine/database/connection'
import { readParents, saveParents, seedHousehold } from '@night-routine/database/nights'
import { testDatabase } from '@night-routine/testing/database'
import t from 'tap'
import { firstValues } from '../household.ts'

t.test('both parents are read by id', async t => {
  const { db } = await testDatabase(t)
  await seedHousehold(db, { ...firstValues, unavailableWeekdays: { b: [2, 4] } })
  t.same(await readParents(db), {
    a: { id: 'a', name: 'Alex', unavailableWeekdays: [], ratherNotWeekdays: [] },
    b: { id: 'b', name: 'Robin', unavailableWeekdays: [2, 4], ratherNotWeekdays: [] },
  })
})

t.test('a household without parents says what to do', async t => {
  const { db } = await testDatabase(t)
  await t.rejects(readParents(db), { message: /seed it first/ })
})

t.test('a name of 80 characters in any script has room', async t => {
  const { db } = await testDatabase(t)
  const name = '👩‍🍼'.repeat(26)
  await seedHousehold(db, { ...firstValues, parentA: name })
  t.equal((await readParents(db)).a.name, name)
})

t.test('names and weekdays are changed together', async t => {
  const { db } = await testDatabase(t)
  await seedHousehold(db, firstValues)
  const names = {
    a: { name: 'Sam', unavailableWeekdays: [6, 7], ratherNotWeekdays: [1] },
    b: { name: 'Robin', unavailableWeekdays: [], ratherNotWeekdays: [] },
  }
  await transaction(db, trx => saveParents(trx, names))
  t.same(await readParents(db), { a: { id: 'a', ...names.a }, b: { id: 'b', ...names.b } })
})
