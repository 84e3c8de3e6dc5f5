import { requestJob } from '@night-routine/database/jobs'
import { createPace, readPushProgress } from '@night-routine/calendar-sync'
import t from 'tap'
import { now, plan, plannedHousehold, unplan, visible } from './pushing.ts'

const publicUrl = 'http://localhost:8080'

t.test('reports the progress of a push at each step', async t => {
  const { db, push } = await plannedHousehold(t, { nights: 5 })
  const progress = async () => {
    const { pending, written } = await readPushProgress(db, { now, publicUrl })
    return { pending: pending.map(night => night.day), written }
  }
  await requestJob(db, 'push')
  t.same(await progress(), { pending: [20, 21, 22, 23, 24], written: 0 })
  await push({ maxCalls: 2 })
  t.same(await progress(), { pending: [22, 23, 24], written: 2 })
  await push()
  t.same(await progress(), { pending: [], written: 5 })

  await plan(db, ['b'])
  t.same(await progress(), { pending: [20], written: 4 }, 'a changed night is pending again')
})

t.test('without an open request no night counts as written', async t => {
  const { db, push } = await plannedHousehold(t, { nights: 2 })
  await push()
  t.same(await readPushProgress(db, { now, publicUrl }), { pending: [], written: 0 })
})

t.test(
  'a shorter look-ahead removes the nearest surplus nights first and reports its progress',
  async t => {
    const { db, control, push } = await plannedHousehold(t, { nights: 12 })
    await push()
    await unplan(db, 4, 5, 6, 7, 8, 9, 10, 11)
    await plan(db, ['b'])
    await requestJob(db, 'push')
    const progress = async () => {
      const { pending, written } = await readPushProgress(db, { now, publicUrl })
      return { pending: pending.map(night => night.day), written }
    }
    t.same(await progress(), { pending: [20, 24, 25, 26, 27, 28, 29, 30, 1], written: 0 })
    t.same((await push({ maxCalls: 4 })).calls, ['PATCH', 'DELETE', 'DELETE', 'DELETE'])
    t.same(await progress(), { pending: [27, 28, 29, 30, 1], written: 4 })
    await push()
    t.same(await progress(), { pending: [], written: 9 })
    t.equal(visible(await control.events('family')).length, 4)
  },
)

// As in tools/google-emulator/src/quota.ts: a PATCH takes three of 600 units.
const unitsAMinute = 600

t.test('updates and removals go as fast as the provider allows, and no faster', async t => {
  // The long tests have a whole year of nights.
  const nights = process.env['LONG_TESTS'] === undefined ? 220 : 365
  const updated = 220
  const kept = 10
  const { db, push, calendar } = await plannedHousehold(t, { nights })
  await push()
  let milliseconds = 0
  const freshPace = () =>
    createPace(calendar.quota, {
      now: () => milliseconds,
      sleep: async longer => void (milliseconds += longer),
    })

  await plan(
    db,
    Array.from({ length: updated }, (_, index) => (index % 2 === 0 ? 'b' : 'a')),
  )
  const starts: number[] = []
  const updateEvent: typeof calendar.updateEvent = async (...args) => {
    starts.push(milliseconds)
    return calendar.updateEvent(...args)
  }
  const updates = await push({ pace: freshPace(), calendar: { ...calendar, updateEvent } })
  t.equal(updates.writes, updated)
  for (const from of starts)
    if (starts.filter(at => at >= from && at < from + 60_000).length * 3 > unitsAMinute)
      t.fail(`too many from ${from} ms on`)

  await unplan(db, ...Array.from({ length: nights - kept }, (_, index) => index + kept))
  milliseconds = 0
  const { writes: removed } = await push({ pace: freshPace() })
  t.equal(removed, nights - kept)
  const { burst, unitsPerSecond } = calendar.quota
  // A year takes 32 seconds.
  t.ok(milliseconds <= (1000 * (removed - burst)) / unitsPerSecond + 1, `${milliseconds} ms`)
})
