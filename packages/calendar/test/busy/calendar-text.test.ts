import t from 'tap'
import type { BusyRequest, BusyTime } from '../../src/busy/busy-time.ts'
import { readBusyTexts } from '../../src/busy/calendar-text.ts'
import { calendarOf, event } from './texts.ts'

const day = (text: string) => Temporal.PlainDate.from(text)

/** Paris, from 20 November to 31 December 2026. */
const request: BusyRequest = {
  from: day('2026-11-20'),
  to: day('2026-12-31'),
  timeZone: 'Europe/Paris',
  addresses: ['alex@example.com'],
}

function wallTime(instant: Temporal.Instant): string {
  const wall = instant.toZonedDateTimeISO('Europe/Paris').toPlainDateTime()
  return wall.toString({ smallestUnit: 'minute' })
}

function shown(time: BusyTime): string {
  if (time.kind === 'days') return `${time.first.toString()}/${time.last.toString()}`
  return `${wallTime(time.start)}/${wallTime(time.end)}`
}

function read(...events: string[]) {
  const { busy, skipped } = readBusyTexts([calendarOf(...events)], request)
  return { busy: busy.map(shown), skipped }
}

/** The second occurrence of an event on Tuesdays, changed. */
const moved = (...lines: string[]) =>
  event('RECURRENCE-ID;TZID=Europe/Paris:20261117T190000', 'DURATION:PT1H', ...lines)

const busy = (...events: string[]) => read(...events).busy
const days = (first: string, last: string) => [`2026-11-${first}/2026-11-${last}`]
const zoned = (zone: string, hours: string) => `DTSTART;TZID=${zone}:202611${hours}0000`

const date = 'DTSTART;VALUE=DATE:20261124'
const whole = ['2026-11-24/2026-11-24']
const nineteen = 'DTSTART:20261124T190000'
const hour = ['2026-11-24T19:00/2026-11-24T20:00']
const declined = (by: string) => `ATTENDEE;PARTSTAT=DECLINED:mailto:${by}@example.com`

t.test('single events', async t => {
  for (const [what, lines, expected] of [
    ['its end is the day after the last', [date, 'DTEND;VALUE=DATE:20261127'], days('24', '26')],
    ['one day, without an end', [date], whole],
    ['one day, with the same day as its end', [date, 'DTEND;VALUE=DATE:20261124'], whole],
    ['a duration in days', [date, 'DURATION:P2D'], days('24', '25')],
    ['UTC', ['DTSTART:20261124T180000Z', 'DTEND:20261124T190000Z'], hour],
    ['no zone: that of the household', [nineteen, 'DTEND:20261124T200000'], hour],
    [
      'a zone that the file does not describe',
      [zoned('Asia/Tokyo', '25T03'), 'DURATION:PT1H'],
      hour,
    ],
    ['a zone that nobody knows', [zoned('Nowhere', '24T19'), 'DURATION:PT1H'], hour],
    ['an end in another zone', [nineteen, 'DTEND;TZID=Europe/London:20261124T190000'], hour],
    ['free', [date, 'TRANSP:TRANSPARENT'], []],
    ['busy', [date, 'TRANSP:OPAQUE'], whole],
    ['cancelled', [date, 'STATUS:CANCELLED'], []],
    ['tentative', [date, 'STATUS:TENTATIVE'], whole],
    ['free in Outlook', [date, 'X-MICROSOFT-CDO-BUSYSTATUS:FREE'], []],
    ['declined', [date, declined('Alex')], []],
    ['declined by somebody else', [date, declined('dana')], whole],
  ] as const)
    t.same(busy(event(...lines)), expected, what)
})

t.test('our own nights do not count, even when a person made them busy', async t => {
  const id = `nr${'0'.repeat(30)}`
  for (const uid of [id, `${id}@google.com`, `${'0'.repeat(32)}@night-routine`])
    t.same(busy(event(date, `UID:${uid}`)), [], uid)
  t.same(busy(event(date, 'X-NIGHT-ROUTINE-APP:night-routine')), [], 'by our property')
  t.same(busy(event(date, 'UID:nr0@google.com')).length, 1, 'somebody else’s id')
})

t.test('a zone that only the file describes', async t => {
  const zone = [
    'BEGIN:VTIMEZONE',
    'TZID:Home',
    'BEGIN:STANDARD',
    'DTSTART:19700101T000000',
    'TZOFFSETFROM:+0300',
    'TZOFFSETTO:+0300',
    'END:STANDARD',
    'END:VTIMEZONE',
  ].join('\r\n')
  t.same(busy(zone, event('DTSTART;TZID=Home:20261124T210000', 'DURATION:PT1H')), [
    '2026-11-24T19:00/2026-11-24T20:00',
  ])
})

t.test('series', async t => {
  const evening = ['DTSTART;TZID=Europe/Paris:20261110T190000', 'DURATION:PT2H'] as const
  t.same(
    busy(event(...evening, 'RRULE:FREQ=WEEKLY;UNTIL=20261201T180000Z')),
    ['10', '17', '24']
      .map(at => `2026-11-${at}T19:00/2026-11-${at}T21:00`)
      .concat(['2026-12-01T19:00/2026-12-01T21:00']),
    'to their end, which is in UTC',
  )
  const weekly = busy(event(...evening, 'RRULE:FREQ=WEEKLY'))
  t.equal(weekly.at(-1), '2026-12-29T19:00/2026-12-29T21:00', 'without an end, to the last day')
  t.same(
    busy(
      event(
        ...evening,
        'RRULE:FREQ=WEEKLY;COUNT=3',
        'EXDATE;TZID=Europe/Paris:20261117T190000',
        'RDATE;TZID=Europe/Paris:20261126T190000',
      ),
    ),
    ['10', '24', '26'].map(at => `2026-11-${at}T19:00/2026-11-${at}T21:00`),
    'without an excluded occurrence, with an added one',
  )
  const three = event(...evening, 'RRULE:FREQ=WEEKLY;COUNT=3')
  t.same(
    busy(three, moved('DTSTART;TZID=Europe/Paris:20261118T070000')),
    [
      '2026-11-10T19:00/2026-11-10T21:00',
      '2026-11-24T19:00/2026-11-24T21:00',
      '2026-11-18T07:00/2026-11-18T08:00',
    ],
    'a moved occurrence',
  )
  t.equal(
    busy(three, moved('DTSTART;TZID=Europe/Paris:20261117T190000', 'STATUS:CANCELLED')).length,
    2,
    'a cancelled occurrence',
  )
  t.same(
    busy(moved('DTSTART;TZID=Europe/Paris:20261118T070000')),
    ['2026-11-18T07:00/2026-11-18T08:00'],
    'an occurrence whose series is not in the file',
  )
  t.same(
    busy(
      event(
        'DTSTART;TZID=Europe/Paris:20200107T190000',
        'RRULE:FREQ=WEEKLY;UNTIL=20200401T180000Z',
      ),
    ),
    [],
    'a series that ended years ago is not expanded',
  )
  t.same(
    busy(event('DTSTART;VALUE=DATE:20261123', 'RRULE:FREQ=WEEKLY;INTERVAL=2;COUNT=2')),
    ['2026-11-23/2026-11-23', '2026-12-07/2026-12-07'],
    'whole days',
  )
})

t.test('a series keeps its wall time when the clocks change', async t => {
  const march = { ...request, from: day('2027-03-26'), to: day('2027-03-29') }
  const text = calendarOf(
    event('DTSTART;TZID=Europe/Paris:20270326T190000', 'DURATION:PT1H', 'RRULE:FREQ=DAILY;COUNT=4'),
  )
  t.same(readBusyTexts([text], march).busy.map(shown), [
    '2027-03-26T19:00/2027-03-26T20:00',
    '2027-03-27T19:00/2027-03-27T20:00',
    '2027-03-28T19:00/2027-03-28T20:00',
    '2027-03-29T19:00/2027-03-29T20:00',
  ])
})

t.test('skips an odd event, and reads the others', async t => {
  const good = event('DTSTART;VALUE=DATE:20261124')
  for (const [reason, ...lines] of [
    ['unreadable', 'DTSTART:2026'],
    ['unreadable', 'SUMMARY:without a start'],
    ['unreadable', 'DTSTART;VALUE=DATE:20261124', 'a line without its colon'],
    ['unreadable', 'DTSTART;VALUE=DATE:20261124', 'DTEND:20261125T100000Z'],
    ['ends-before-start', 'DTSTART;VALUE=DATE:20261124', 'DTEND;VALUE=DATE:20261120'],
    ['ends-before-start', 'DTSTART:20261124T190000Z', 'DTEND:20261124T180000Z'],
    ['odd-rule', 'DTSTART:20261124T190000Z', 'RRULE:FREQ=SECONDLY'],
    ['odd-rule', 'DTSTART:20261124T190000Z', 'RRULE:FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30'],
    ['odd-rule', 'DTSTART:20261124T190000Z', 'RRULE:FREQ=DAILY;INTERVAL=2000000000'],
    ['too-many', 'DTSTART:19600101T190000Z', 'RRULE:FREQ=DAILY'],
  ] as const)
    t.same(
      read(event(...lines), good),
      { busy: ['2026-11-24/2026-11-24'], skipped: { [reason]: 1 } },
      lines.join(', '),
    )
  t.same(
    busy(event('DTSTART;VALUE=DATE:20240229', 'RRULE:FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=29')),
    ['2024-02-29/2024-02-29'],
    'a leap day is a day',
  )
})

t.test('parses only events near the days asked for', async t => {
  const odd = 'a line without its colon'
  for (const lines of [
    ['DTSTART;VALUE=DATE:20261117', 'DTEND;VALUE=DATE:20261117'],
    ['DTSTART:20261117T235959Z'],
    ['DTSTART:20270103T000000Z', 'DTEND:20270104T000000Z'],
  ])
    t.same(read(event(...lines, odd)), { busy: [], skipped: {} }, lines.join())
  for (const lines of [
    ['DTSTART;VALUE=DATE:20250101', 'DTEND;VALUE=DATE:20261118'],
    ['DTSTART:20261118T000000Z'],
    ['DTSTART:20270102T000000Z'],
    ['DTSTART:20200101T000000Z', 'RRULE:FREQ=DAILY'],
    ['DTSTART:20200101T000000Z', 'DURATION:P3000D'],
  ])
    t.same(read(event(...lines, odd)).skipped, { unreadable: 1 }, lines.join())
  t.same(
    busy(
      event('DTSTART;VALUE=DATE:20261124', 'RRULE:FREQ=DAILY;COUNT=2'),
      event('RECURRENCE-ID;VALUE=DATE:20261125', 'DTSTART;VALUE=DATE:20200101'),
    ),
    ['2026-11-24/2026-11-24', '2020-01-01/2020-01-01'],
    'an occurrence that was moved far away is gone from its day',
  )
})

t.test('refuses what is no calendar', async t => {
  for (const text of ['', '<!doctype html><p>Sign in</p>', 'BEGIN:VCALENDAR\r\nBEGIN:VEVENT', '{}'])
    t.throws(() => readBusyTexts([text], request), { name: 'NotACalendarError' }, text)
  t.same(readBusyTexts([calendarOf()], request), { busy: [], skipped: {} }, 'an empty one is one')
  t.same(readBusyTexts([`\uFEFF${calendarOf()}\n\n`], request).busy, [], 'with a byte order mark')
})
