import { transaction } from '@night-routine/database/connection'
import {
  deleteRepeatingAbsence,
  insertRepeatingAbsence,
  readRepeatingAbsences,
  seedHousehold,
} from '@night-routine/database/nights'
import { testDatabase } from '@night-routine/testing/database'
import t from 'tap'
import { firstValues } from '../household.ts'
import { day } from '../nights.ts'
import { plain } from '../plain.ts'

const shifts = {
  parent: 'b' as const,
  weekdays: [1, 4],
  everyWeeks: 2,
  from: day('2026-12-24'),
  to: null,
}

t.test('absences that repeat are added within their limits, and removed', async t => {
  const { db } = await testDatabase(t)
  await seedHousehold(db, firstValues)
  const earlier = {
    ...shifts,
    weekdays: [],
    cycle: [4, 2],
    from: day('2026-11-20'),
    to: day('2026-11-20'),
  }
  const ids = await transaction(db, async trx => [
    await insertRepeatingAbsence(trx, shifts),
    await insertRepeatingAbsence(trx, earlier),
  ])
  const [first = 0n, second] = ids
  t.same(
    plain(await readRepeatingAbsences(db)),
    plain([
      { id: second, ...earlier },
      { id: first, ...shifts },
    ]),
  )
  await transaction(db, trx => deleteRepeatingAbsence(trx, first))
  t.same(plain((await readRepeatingAbsences(db)).map(({ id }) => id)), plain([second]))
  for (const bad of [
    { weekdays: [] },
    { weekdays: [0] },
    { weekdays: [8] },
    { everyWeeks: 0 },
    { everyWeeks: 9 },
    { to: day('2026-12-23') },
    { cycle: [4, 2] },
    ...[[], [4], [4, 2, 1], [0, 2], Array.from({ length: 58 }, () => 1)].map(cycle => ({
      weekdays: [],
      cycle,
    })),
  ])
    await t.rejects(
      transaction(db, trx => insertRepeatingAbsence(trx, { ...shifts, ...bad })),
      { code: '23514' },
      JSON.stringify(bad),
    )
})
