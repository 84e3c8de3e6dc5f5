import * as fc from 'fast-check'
import t from 'tap'
import { tonight } from '../src/tonight.ts'

t.test('the night turns at the household’s hour, in its time zone', t => {
  const table: [zone: string | null, turnsAt: number, now: string, expected: string][] = [
    ['Europe/Paris', 4, '2026-11-20T18:00:00Z', '2026-11-20'],
    ['Europe/Paris', 4, '2026-11-21T02:59:59Z', '2026-11-20'],
    ['Europe/Paris', 4, '2026-11-21T03:00:00Z', '2026-11-21'],
    ['Europe/Paris', 0, '2026-11-20T22:59:59Z', '2026-11-20'],
    ['Europe/Paris', 0, '2026-11-20T23:00:00Z', '2026-11-21'],
    ['Europe/Paris', 23, '2026-11-20T21:59:59Z', '2026-11-19'],
    // Clocks go forward at 02:00 and back at 03:00; the night still turns at 04:00 on the wall clock.
    ['Europe/Paris', 4, '2026-03-29T01:59:59Z', '2026-03-28'],
    ['Europe/Paris', 4, '2026-03-29T02:00:00Z', '2026-03-29'],
    ['Europe/Paris', 4, '2026-10-25T02:59:59Z', '2026-10-24'],
    ['Europe/Paris', 4, '2026-10-25T03:00:00Z', '2026-10-25'],
    // Midnight does not exist on this day.
    ['America/Santiago', 0, '2026-09-06T03:59:59Z', '2026-09-05'],
    ['America/Santiago', 0, '2026-09-06T04:00:00Z', '2026-09-06'],
    ['Pacific/Kiritimati', 4, '2026-12-31T14:00:00Z', '2027-01-01'],
    ['Pacific/Pago_Pago', 4, '2027-01-01T14:59:59Z', '2026-12-31'],
    ['UTC', 4, '2028-03-01T03:59:00Z', '2028-02-29'],
    ['UTC', 4, '2100-03-01T03:59:00Z', '2100-02-28'],
    // In no zone yet.
    [null, 4, '2028-03-01T03:59:59Z', '2028-02-29'],
    [null, 4, '2028-03-01T04:00:00Z', '2028-03-01'],
  ]
  for (const [timeZone, dayTurnsAtHour, now, expected] of table) {
    const night = tonight({ timeZone, dayTurnsAtHour }, Temporal.Instant.from(now))
    t.equal(night.toString(), expected, `${timeZone}, turns at ${dayTurnsAtHour}, ${now}`)
  }
  t.end()
})

t.test('as time passes, every night comes once and in order', t => {
  t.doesNotThrow(() =>
    fc.assert(
      fc.property(
        fc.constantFrom('Europe/Paris', 'America/New_York', 'Pacific/Kiritimati', 'Asia/Kathmandu'),
        fc.nat({ max: 23 }),
        fc.integer({ min: 0, max: 1460 }),
        (timeZone, dayTurnsAtHour, days) => {
          let now = Temporal.Instant.from('2025-01-01T12:00:00Z').add({ hours: 24 * days })
          let before = tonight({ timeZone, dayTurnsAtHour }, now)
          for (let hour = 0; hour < 60; hour++) {
            now = now.add({ hours: 1 })
            const night = tonight({ timeZone, dayTurnsAtHour }, now)
            const step = before.until(night).days
            if (step !== 0 && step !== 1) return false
            before = night
          }
          return true
        },
      ),
    ),
  )
  t.end()
})
