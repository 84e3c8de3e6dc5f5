import * as fc from 'fast-check'
import t from 'tap'
import { isQuietAt, quietUntil, reminderDue, reminderInstant } from '../src/times.ts'

const time = (text: string) => Temporal.PlainTime.from(text)
const date = (text: string) => Temporal.PlainDate.from(text)
const instant = (text: string) => Temporal.Instant.from(text)
const quiet = (text: string) => {
  const [from = '', to = ''] = text.split(' ')
  return { from: time(from), to: time(to) }
}

/** night, time of day, zone, and the moment of the reminder. */
const reminders = [
  ['2026-11-20', '18:30', 'Europe/Paris', '2026-11-20T17:30:00Z'],
  ['2026-07-20', '18:30', 'Europe/Paris', '2026-07-20T16:30:00Z'],
  ['2026-11-20', '18:30', 'America/Los_Angeles', '2026-11-21T02:30:00Z'],
  ['2026-11-20', '18:30', 'Pacific/Kiritimati', '2026-11-20T04:30:00Z'],
  ['2026-11-20', '18:30', 'Asia/Kathmandu', '2026-11-20T12:45:00Z'],
  // Clocks change on the morning of these days.
  ['2026-03-29', '18:30', 'Europe/Paris', '2026-03-29T16:30:00Z'],
  ['2026-10-25', '18:30', 'Europe/Paris', '2026-10-25T17:30:00Z'],
  ['2026-03-08', '18:30', 'America/New_York', '2026-03-08T22:30:00Z'],
  ['2026-10-04', '18:30', 'Australia/Lord_Howe', '2026-10-04T07:30:00Z'],
  // Before the day turns: the morning after.
  ['2026-11-20', '01:30', 'Europe/Paris', '2026-11-21T00:30:00Z'],
  ['2026-11-20', '04:00', 'Europe/Paris', '2026-11-20T03:00:00Z'],
  // 02:30 is skipped, then repeated.
  ['2026-03-28', '02:30', 'Europe/Paris', '2026-03-29T01:30:00Z'],
  ['2026-10-24', '02:30', 'Europe/Paris', '2026-10-25T00:30:00Z'],
] as const

t.test('a reminder comes at its time in the household’s zone', async t => {
  for (const [night, at, timeZone, expected] of reminders)
    t.equal(
      reminderInstant(date(night), time(at), { timeZone, dayTurnsAtHour: 4 }).toString(),
      expected,
      `${night} ${at} ${timeZone}`,
    )
})

t.test('a reminder is due from its time on, for four hours', async t => {
  const clock = { timeZone: 'Europe/Paris', dayTurnsAtHour: 4 }
  const night = { reminderAt: time('18:30'), tonight: date('2026-11-20') }
  for (const [now, due] of [
    ['2026-11-20T17:29:59Z', false],
    ['2026-11-20T17:30:00Z', true],
    ['2026-11-20T21:29:59Z', true],
    ['2026-11-20T21:30:00Z', false],
  ] as const)
    t.equal(reminderDue(night, clock, instant(now)), due, now)
  t.equal(
    reminderDue({ ...night, reminderAt: null }, clock, instant('2026-11-20T18:00:00Z')),
    false,
  )
})

/** now, quiet hours, zone, and their end. */
const nights = [
  ['2026-11-20T20:59:59Z', '22:00 07:00', 'Europe/Paris', null],
  ['2026-11-20T21:00:00Z', '22:00 07:00', 'Europe/Paris', '2026-11-21T06:00:00Z'],
  ['2026-11-21T05:59:59Z', '22:00 07:00', 'Europe/Paris', '2026-11-21T06:00:00Z'],
  ['2026-11-21T06:00:00Z', '22:00 07:00', 'Europe/Paris', null],
  ['2026-11-20T12:00:00Z', '12:30 14:00', 'Europe/Paris', '2026-11-20T13:00:00Z'],
  ['2026-11-20T13:00:00Z', '12:30 14:00', 'Europe/Paris', null],
  // The night in which clocks change: one hour less, then one more.
  ['2026-03-28T22:00:00Z', '22:00 07:00', 'Europe/Paris', '2026-03-29T05:00:00Z'],
  ['2026-10-24T21:00:00Z', '22:00 07:00', 'Europe/Paris', '2026-10-25T06:00:00Z'],
  // They end at a time that is skipped, then at one that comes twice.
  ['2026-03-28T22:00:00Z', '22:00 02:30', 'Europe/Paris', '2026-03-29T01:30:00Z'],
  ['2026-10-24T22:00:00Z', '22:00 02:30', 'Europe/Paris', '2026-10-25T01:30:00Z'],
  ['2026-11-21T07:00:00Z', '22:00 07:00', 'America/Los_Angeles', '2026-11-21T15:00:00Z'],
] as const

t.test('quiet hours go by the household’s wall clock', async t => {
  for (const [now, hours, timeZone, end] of nights) {
    const until = quietUntil(quiet(hours), { timeZone }, instant(now))
    t.equal(until?.toString() ?? null, end, `${now} ${hours} ${timeZone}`)
  }
  t.equal(quietUntil(null, { timeZone: 'UTC' }, instant('2026-11-20T23:00:00Z')), undefined)
  t.equal(isQuietAt(time('23:00'), quiet('22:00 07:00')), true)
  t.equal(isQuietAt(time('18:30'), quiet('22:00 07:00')), false)
})

const zones = [
  'Europe/Paris',
  'America/New_York',
  'Australia/Lord_Howe',
  'Africa/Casablanca',
  'UTC',
]
const minute = fc
  .integer({ min: 0, max: 1_439 })
  .map(count => time('00:00').add({ minutes: count }))
const moment = fc
  .integer({ min: 0, max: 366 * 24 * 60 })
  .map(minutes => instant('2026-01-01T00:00:00Z').add({ minutes }))

t.test('quiet hours end within a day and an hour, and are over then', async () => {
  fc.assert(
    fc.property(minute, minute, fc.constantFrom(...zones), moment, (from, to, timeZone, now) => {
      const until = from.equals(to) ? undefined : quietUntil({ from, to }, { timeZone }, now)
      if (until === undefined) return true
      const { hours } = until.since(now, { largestUnit: 'hours' })
      const over = quietUntil({ from, to }, { timeZone }, until) === undefined
      return over && Temporal.Instant.compare(until, now) > 0 && hours <= 25
    }),
  )
})
