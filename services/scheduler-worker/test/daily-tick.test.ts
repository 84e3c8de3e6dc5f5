import { readJobRequests } from '@night-routine/database/jobs'
import { saveLastPlannedOn, seedHousehold } from '@night-routine/database/nights'
import { readSettings } from '@night-routine/household'
import { testDatabase } from '@night-routine/testing/database'
import t from 'tap'
import { dailyTick, tickDue } from '../src/daily-tick.ts'

const day = (text: string) => Temporal.PlainDate.from(text)
const instant = (text: string) => Temporal.Instant.from(text)
const settings = {
  lastPlannedOn: day('2026-11-20'),
  updateFrequency: 'daily' as const,
  lookAheadDays: 30,
  timeZone: 'Europe/Paris',
  dayTurnsAtHour: 4,
}
const weekly = { updateFrequency: 'weekly' } as const
const monthly = { updateFrequency: 'monthly' } as const
const january = { lookAheadDays: 365, lastPlannedOn: day('2027-01-31') }

t.test('decides when a plan is due', async t => {
  type Settings = Partial<Parameters<typeof tickDue>[0]>
  const table: [is: string, more: Settings, now: string, due: boolean][] = [
    ['the same evening', {}, '2026-11-20T20:00Z', false],
    ['after midnight, before the day turns', {}, '2026-11-21T02:59:59Z', false],
    ['when the day turns', {}, '2026-11-21T03:00Z', true],
    ['after two weeks without a worker', {}, '2026-12-04T12:00Z', true],
    ['before the first plan', { lastPlannedOn: null }, '2026-11-21T12:00Z', false],
    ['disabled', { updateFrequency: 'disabled' }, '2027-11-21T12:00Z', false],
    ['weekly, on the sixth day', { updateFrequency: 'weekly' }, '2026-11-26T12:00Z', false],
    ['weekly, on the seventh', { updateFrequency: 'weekly' }, '2026-11-27T03:00Z', true],
    ['a week of seven nights', { ...weekly, lookAheadDays: 7 }, '2026-11-23T12:00Z', true],
    ['a month has not passed', { ...monthly, lookAheadDays: 62 }, '2026-12-19T12:00Z', false],
    ['a month has passed', { ...monthly, lookAheadDays: 62 }, '2026-12-20T12:00Z', true],
    ['a month ends on the 28th', { ...monthly, ...january }, '2027-02-28T12:00Z', true],
    ['more than half is left of 30', monthly, '2026-12-04T12:00Z', false],
    ['half is left of 30', monthly, '2026-12-05T12:00Z', true],
    ['a month of one night', { ...monthly, lookAheadDays: 1 }, '2026-11-21T12:00Z', true],
    ['Kiritimati turns first', { timeZone: 'Pacific/Kiritimati' }, '2026-11-20T14:00Z', true],
    ['Pago Pago turns last', { timeZone: 'Pacific/Pago_Pago' }, '2026-11-21T14:59Z', false],
    ['and a minute later', { timeZone: 'Pacific/Pago_Pago' }, '2026-11-21T15:00Z', true],
    ['clocks went forward', { lastPlannedOn: day('2027-03-27') }, '2027-03-28T02:00Z', true],
    ['the zone is now one where it is still yesterday', {}, '2026-11-19T12:00Z', true],
  ]
  for (const [is, more, now, due] of table)
    t.equal(tickDue({ ...settings, ...more }, instant(now)), due, is)
})

/** Around the lengths of the periods and their doubles. */
const lookAheads =
  process.env['LONG_TESTS'] === undefined
    ? [1, 2, 7, 8, 13, 14, 15, 30, 31, 56, 57, 60, 62, 365]
    : Array.from({ length: 365 }, (_, index) => index + 1)

t.test('keeps half of the look-ahead planned at any frequency', async t => {
  for (const [updateFrequency, daysToTry] of [
    ['daily', 30],
    ['weekly', 60],
    ['monthly', 400],
  ] as const)
    for (const lookAheadDays of lookAheads) {
      let lastPlannedOn = day('2026-11-20')
      for (let days = 0; days < daysToTry; days++) {
        const now = instant('2026-11-20T12:00:00Z').add({ hours: 24 * days })
        if (tickDue({ ...settings, updateFrequency, lookAheadDays, lastPlannedOn }, now))
          lastPlannedOn = day('2026-11-20').add({ days })
        const left = lookAheadDays - lastPlannedOn.until(day('2026-11-20').add({ days })).days
        if (left < lookAheadDays / 2) t.fail(`${updateFrequency}, ${lookAheadDays}: ${left} left`)
      }
    }
  t.pass('never less than half')
})

t.test('many workers request one plan', async t => {
  const { db } = await testDatabase(t)
  await seedHousehold(db, { parentA: 'Alex', parentB: 'Robin', timeZone: 'UTC', lookAheadDays: 30 })
  const morning = instant('2026-11-21T08:00:00Z')
  t.equal(await dailyTick(db, morning), false, 'no plan before the first one')
  await saveLastPlannedOn(db, day('2026-11-20'))
  const asked = await Promise.all(Array.from({ length: 5 }, () => dailyTick(db, morning)))
  t.same(asked.filter(Boolean), [true])
  t.same(
    (await readJobRequests(db)).map(({ kind, requestNumber }) => [kind, requestNumber]),
    [
      ['plan', 1n],
      ['push', 1n],
    ],
    'the window of nights moves, also where the plan stays',
  )
  t.equal(String((await readSettings(db)).lastPlannedOn), '2026-11-21')
  t.equal(await dailyTick(db, morning.add({ hours: 2 })), false)
})
