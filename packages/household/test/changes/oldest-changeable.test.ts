import t from 'tap'
import { oldestChangeable } from '@night-routine/household'

const settings = { timeZone: 'Europe/Paris', dayTurnsAtHour: 4, pastLimitDays: 5 }
const oldest = (now: string, more: Partial<typeof settings> = {}) =>
  oldestChangeable({ ...settings, ...more }, Temporal.Instant.from(now)).toString()

t.test('is the past limit before tonight', async t => {
  t.equal(oldest('2026-11-20T18:00:00Z'), '2026-11-15')
  t.equal(oldest('2026-11-20T18:00:00Z', { pastLimitDays: 0 }), '2026-11-20', 'tonight at least')
  t.equal(oldest('2026-11-20T18:00:00Z', { pastLimitDays: 30 }), '2026-10-21')
})

t.test('moves when the day turns in the household’s time zone', async t => {
  t.equal(oldest('2026-11-21T02:59:59Z'), '2026-11-15', 'four in the morning is still that evening')
  t.equal(oldest('2026-11-21T03:00:00Z'), '2026-11-16')
  t.equal(oldest('2026-11-20T18:00:00Z', { timeZone: 'Pacific/Kiritimati' }), '2026-11-16')
  t.equal(oldest('2026-11-20T12:00:00Z', { timeZone: 'Pacific/Pago_Pago' }), '2026-11-14')
})

t.test('counts days, not hours, across clock changes and leap days', async t => {
  t.equal(oldest('2026-10-27T18:00:00Z'), '2026-10-22')
  t.equal(oldest('2026-03-31T18:00:00Z'), '2026-03-26')
  t.equal(oldest('2028-03-02T18:00:00Z', { pastLimitDays: 2 }), '2028-02-29')
})
