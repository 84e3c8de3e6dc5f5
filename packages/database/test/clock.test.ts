import { clockProblem, noteClock, readClockProblem } from '@night-routine/database/clock'
import { saveLastPlannedOn, seedHousehold } from '@night-routine/database/nights'
import { testDatabase } from '@night-routine/testing/database'
import t from 'tap'
import { day } from './nights.ts'

const now = Temporal.Instant.from('2026-11-20T18:00:00Z')
const later = (days: number) => now.add({ hours: 24 * days })

t.test('a clock is wrong before what is known, and long after it', async t => {
  const kindAt = (days: number, builtAt?: Temporal.Instant) =>
    clockProblem({ now: () => later(days), ...(builtAt && { builtAt }) }, now)?.kind
  for (const days of [-1, 0, 14, 45]) t.equal(kindAt(days), undefined, `${days} days`)
  for (const days of [-3_650, -3, -2]) t.equal(kindAt(days), 'behind', `${days} days`)
  for (const days of [46, 60, 4_000]) t.equal(kindAt(days), 'ahead', `${days} days`)
  t.equal(kindAt(10, later(20)), 'behind', 'before this version was made')
  t.equal(clockProblem({ now: () => later(0) }, null), null, 'nothing is known yet')
})

t.test('knows the last plan and what a worker saw, until a person corrects it', async t => {
  const { db } = await testDatabase(t)
  const kind = async (days: number) =>
    (await readClockProblem(db, { now: () => later(days) }))?.kind
  t.equal(await kind(-4_000), undefined, 'no household')
  await seedHousehold(db, { parentA: null, parentB: null, timeZone: null, lookAheadDays: 30 })
  t.equal(await kind(-4_000), undefined)
  await saveLastPlannedOn(db, day('2026-11-20'))
  t.equal(await kind(-3), 'behind')
  await noteClock(db, later(10))
  await noteClock(db, later(9))
  t.equal(await kind(8), 'behind')
  t.equal(await kind(9), undefined)
  t.equal(await kind(60), 'ahead')

  await noteClock(db, later(4_000))
  await saveLastPlannedOn(db, day('2038-01-19'))
  t.equal(await kind(0), 'behind')
  await noteClock(db, now, { trusts: true })
  t.equal(await kind(0), undefined)
  t.equal(await kind(-3), 'behind')
})
