import type { Database } from '@night-routine/database/connection'
import { readNights } from '@night-routine/database/nights'
import * as fc from 'fast-check'
import t from 'tap'
import { explanationFaults } from '../changes/explanation-faults.ts'
import { plain } from '@night-routine/testing/household'
import { day, evening, fix, household } from './planned-household.ts'

/** What may happen on a day: somebody overrides a future night, or plans a trip. */
const anyDay = fc.record({
  fixed: fc.option(
    fc.record({
      ahead: fc.nat({ max: 20 }),
      caregiver: fc.constantFrom('a' as const, 'b' as const, 'babysitter' as const),
    }),
    { freq: 4, nil: null },
  ),
  trip: fc.option(
    fc.record({
      parent: fc.constantFrom('a' as const, 'b' as const),
      ahead: fc.integer({ min: 1, max: 25 }),
      nights: fc.nat({ max: 5 }),
    }),
    { freq: 6, nil: null },
  ),
})

t.test('over a season, past and locked nights never change, and reasons stay true', async t => {
  const season = fc.sample(fc.array(anyDay, { minLength: 60, maxLength: 60 }), {
    numRuns: process.env['LONG_TESTS'] ? 6 : 1,
    seed: 7,
  })
  for (const days of season) {
    const { db, plan, away } = await household({ unavailableWeekdays: { a: [3] } })
    let past: unknown[] = []
    for (const [index, { fixed, trip }] of days.entries()) {
      const tonight = day('2026-11-20').add({ days: index })
      const at = (ahead: number) => tonight.add({ days: ahead }).toString()
      await plan(evening.add({ hours: 24 * index }))
      if (fixed) await fix(db, at(fixed.ahead), fixed.caregiver)
      if (trip) await away(trip.parent, at(trip.ahead), at(trip.ahead + trip.nights))
      const people = plain(await overrides(db))
      await plan(evening.add({ hours: 24 * index }))

      const record = await readNights(db, day('2026-11-20'), tonight.subtract({ days: 1 }))
      t.same(plain(record.slice(0, past.length)), past, `${tonight.toString()}: the past`)
      past = plain(record) as unknown[]
      t.same(plain(await overrides(db)), people, `${tonight.toString()}: overrides`)
      t.same(explanationFaults(await onRecord(db)), [], `${tonight.toString()}: reasons`)
    }
  }
})

const onRecord = (db: Database) => readNights(db, day('2026-11-20'), day('2028-01-01'))

/** The overrides without their numbers, which depend on the plan. */
async function overrides(db: Database) {
  const nights = await onRecord(db)
  return nights
    .filter(({ override }) => override)
    .map(({ explanation: _numbers, decidedOn: _day, ...night }) => night)
}
