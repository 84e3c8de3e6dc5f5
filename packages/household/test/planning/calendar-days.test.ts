import t from 'tap'
import { household, instant } from './planned-household.ts'

// Difficult dates in difficult time zones.
const table: [what: string, timeZone: string, now: string, first: string, last: string][] = [
  ['clocks go forward', 'Europe/Paris', '2027-03-25T18:00:00Z', '2027-03-25', '2027-04-03'],
  ['clocks go back', 'America/New_York', '2026-10-30T22:00:00Z', '2026-10-30', '2026-11-08'],
  [
    'a day without midnight',
    'America/Santiago',
    '2026-09-04T22:00:00Z',
    '2026-09-04',
    '2026-09-13',
  ],
  ['leap day', 'Europe/Paris', '2028-02-25T18:00:00Z', '2028-02-25', '2028-03-05'],
  ['no leap day', 'UTC', '2100-02-25T18:00:00Z', '2100-02-25', '2100-03-06'],
  ['year end', 'Europe/Paris', '2026-12-28T18:00:00Z', '2026-12-28', '2027-01-06'],
  [
    'the first zone of the day',
    'Pacific/Kiritimati',
    '2026-12-30T14:00:00Z',
    '2026-12-31',
    '2027-01-09',
  ],
  [
    'the last zone of the day',
    'Pacific/Pago_Pago',
    '2027-01-01T14:59:00Z',
    '2026-12-31',
    '2027-01-09',
  ],
]

async function check(t: { same: (found: unknown, wanted: unknown, what: string) => unknown }) {
  for (const [what, timeZone, now, first, last] of table) {
    const { plan, nights } = await household({ timeZone, lookAheadDays: 10 })
    await plan(instant(now))
    const planned = (await nights()).map(night => night.slice(0, 10))
    t.same([planned[0], planned.at(-1)], [first, last], what)
    t.same(planned.length, new Set(planned).size, `${what}: each date once`)
    t.same(planned.length, 10, `${what}: none missing`)
    await plan(instant(now).add({ hours: 72 }))
    const later = (await nights()).map(night => night.slice(0, 10))
    t.same(later.slice(0, 10), planned, `${what}: three days later no night moved`)
    t.same(later.length, 13, `${what}: three more nights`)
  }
}

t.test('plans each date once, across clock changes and leap days', check)

t.test('does not depend on the zone of the process', async t => {
  const zone = process.env['TZ']
  t.teardown(() => {
    if (zone === undefined) delete process.env['TZ']
    else process.env['TZ'] = zone
  })
  process.env['TZ'] = 'Pacific/Auckland'
  await check(t)
})
