import t from 'tap'
import { changedEvent, newEvent, remoteEvent, serverEtagOf } from '../../src/caldav/event-body.ts'
import { draftOf, plain } from '../contract/subject.ts'
import { calendarId, ics, id } from './dav-server.ts'

const now = Temporal.Instant.from('2026-11-20T18:00:00Z')
const draft = { ...draftOf(calendarId, '2026-12-01'), eventId: id }

t.test('a new event blocks no time and has no reminders', async t => {
  const body = newEvent(draft, now)
  for (const line of [
    'DTSTART;VALUE=DATE:20261201',
    'DTEND;VALUE=DATE:20261202',
    'DTSTAMP:20261120T180000Z',
    'TRANSP:TRANSPARENT',
    'SEQUENCE:0',
    'X-NIGHT-ROUTINE-APP:night-routine',
    'X-NIGHT-ROUTINE-REASON:Total Count',
  ])
    t.ok(body.split('\r\n').includes(line), line)
  t.notMatch(body, /VALARM|METHOD|CLASS/)
  t.ok(body.split('\r\n').every(line => Buffer.byteLength(line) <= 75))
})

t.test('an update keeps what the family’s clients wrote', async t => {
  const before = ics(
    '[Robin]',
    [
      'LOCATION:Upstairs',
      'CATEGORIES:Family,Kids',
      'CLASS:PRIVATE',
      'SEQUENCE:4',
      'X-APPLE-STRUCTURED-LOCATION;VALUE=URI;X-TITLE="a;b":geo:1,2',
      'RRULE:FREQ=DAILY',
      'EXDATE;VALUE=DATE:20261203',
      'BEGIN:VALARM',
      'ACTION:DISPLAY',
      'TRIGGER:-PT15M',
      'DESCRIPTION:Soon',
      'END:VALARM',
    ].join('\r\n'),
  ).replace(
    'END:VCALENDAR',
    `BEGIN:VEVENT\r\nUID:${id}\r\nRECURRENCE-ID;VALUE=DATE:20261202\r\nDTSTART;VALUE=DATE:20261202\r\nSUMMARY:x\r\nEND:VEVENT\r\nEND:VCALENDAR`,
  )
  t.match(remoteEvent(before, '"1"'), { repeats: true, summary: '[Robin]' })
  const after = changedEvent(before, draft, now) ?? ''
  for (const kept of [
    'PRODID:-//Somebody//EN',
    'LOCATION:Upstairs',
    'CATEGORIES:Family,Kids',
    'CLASS:PRIVATE',
    'TRIGGER:-PT15M',
    'SEQUENCE:5',
    'LAST-MODIFIED:20261120T180000Z',
  ])
    t.match(after, kept)
  t.match(after, /X-APPLE-STRUCTURED-LOCATION.*geo:1,2/s)
  t.notMatch(after, /RRULE|EXDATE|RECURRENCE-ID/)
  t.match(plain(remoteEvent(after, '"2"')), {
    summary: draft.summary,
    repeats: false,
    startDate: '2026-12-01',
  })
  t.equal(changedEvent('no calendar', draft, now), null)
})

/** Days and status as clients write them. */
const spellings: Record<string, [lines: string, expected: object]> = {
  'no end': ['DTSTART;VALUE=DATE:20261201', { startDate: '2026-12-01', endDate: '2026-12-02' }],
  'a duration': [
    'DTSTART;VALUE=DATE:20261201\r\nDURATION:P2D',
    { startDate: '2026-12-01', endDate: '2026-12-03' },
  ],
  hours: [
    'DTSTART;TZID=Europe/Paris:20261201T190000\r\nDTEND;TZID=Europe/Paris:20261201T200000',
    { startDate: null, endDate: null },
  ],
  'a cancelled event': [
    'DTSTART;VALUE=DATE:20261201\r\nSTATUS:CANCELLED',
    { status: 'cancelled', startDate: '2026-12-01' },
  ],
  'a tentative event': ['DTSTART;VALUE=DATE:20261201\r\nSTATUS:Tentative', { status: 'tentative' }],
  'several dates': ['DTSTART;VALUE=DATE:20261201\r\nRDATE;VALUE=DATE:20261205', { repeats: true }],
}
for (const [what, [lines, expected]] of Object.entries(spellings))
  t.test(`reads ${what}`, async t => {
    const body = ics().replace(/DTSTART.*\r\nDTEND.*/, lines)
    t.match(plain(remoteEvent(body, '"1"')), expected)
  })

t.test('an event is known without our properties', async t => {
  const { eventId, properties } = { ...remoteEvent(ics(), '"1"') }
  t.same([eventId, properties], [id, {}])
})

t.test('the same etag for another text is another version', async t => {
  const [one, other] = [ics('[Alex]'), ics('[Robin]')].map(
    body => remoteEvent(body, '"1"')?.etag ?? '',
  )
  t.not(one, other)
  t.same([serverEtagOf(one ?? ''), serverEtagOf(other ?? '')], ['"1"', '"1"'])
})

t.test('rejects text that is not an event', async t => {
  for (const body of [
    '',
    '<html>',
    'BEGIN:VCALENDAR',
    ics().slice(0, 120),
    ics().replace(/UID.*\r\n/, ''),
  ])
    t.equal(remoteEvent(body, '"1"'), null)
  const task = ics().replaceAll('VEVENT', 'VTODO')
  t.equal(remoteEvent(task, '"1"'), null)
})
