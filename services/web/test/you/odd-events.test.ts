import { checkOdd, oddCalendar, oddText } from '@night-routine/odd-input'
import * as fc from 'fast-check'
import t from 'tap'
import { calendar, connected } from './connected-app.ts'

const event = (...lines: string[]) =>
  [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//x//EN',
    'BEGIN:VEVENT',
    'UID:foreign',
    'DTSTAMP:20261101T000000Z',
    'SUMMARY:Dentist',
    ...lines,
    'END:VEVENT',
    'END:VCALENDAR',
    '',
  ].join('\r\n')

const day = 'DTSTART;VALUE=DATE:20261201'

/** Events that calendar servers have kept, and what we answer to them. */
const refused = '403 c:valid-calendar-data'
const known: Record<string, [text: string, answer: string]> = {
  'a date without its type': [event('DTSTART:20261201'), refused],
  'an empty duration': [event(day, 'DURATION:'), refused],
  'an empty start': [event('DTSTART:'), refused],
  'an open quote': [event(day, 'ATTENDEE;CN="Foo:mailto:x@y.z'), refused],
  'a rule that is none': [event(day, 'RRULE:FREQ=SOMETIMES'), refused],
  'an emoji at the fold': [event(day, `DESCRIPTION:${'a'.repeat(61)}😸`, 'CLASS:PUBLIC'), '201'],
  'no start': [event(), '201'],
  'a letter that XML lacks': [event(day, 'LOCATION:a\u0001b'), refused],
  'a letter that PostgreSQL lacks': [event(day, 'LOCATION:a\0b'), '400'],
}

// oxlint-disable-next-line no-control-regex
const notXml = /[\0-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/

t.test('an odd event comes back as it was written, or is refused', async t => {
  const { service, account } = await connected(t)
  const { username, password } = account
  const authorization = `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`
  const send = async (
    method: 'GET' | 'PUT' | 'REPORT' | 'DELETE',
    name: string,
    payload?: string,
  ) =>
    service.inject({
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion
      method: method as 'GET',
      url: `${calendar}${name}`,
      headers: { authorization, 'content-type': 'text/calendar; charset=utf-8' },
      ...(payload !== undefined && { payload }),
    })
  const query =
    '<c:calendar-query xmlns:c="urn:ietf:params:xml:ns:caldav"><d:prop xmlns:d="DAV:"><c:calendar-data/></d:prop><c:filter><c:comp-filter name="VCALENDAR"/></c:filter></c:calendar-query>'
  /** Writes an event, and reads it in both ways. */
  async function outcome(text: string) {
    const { statusCode, body } = await send('PUT', 'odd.ics', text)
    const condition = /<d:error[^>]*><(c:[\w-]+)\/>/.exec(body)?.[1] ?? ''
    if (statusCode >= 400) return `${statusCode} ${condition}`.trim()
    const read = await send('GET', 'odd.ics')
    if (read.body !== Buffer.from(text).toString()) throw new Error('another text')
    const listed = await send('REPORT', '', query)
    if (listed.statusCode !== 207 || notXml.test(listed.body)) throw new Error('not XML')
    await send('DELETE', 'odd.ics')
    return String(statusCode)
  }

  for (const [what, [text, answer]] of Object.entries(known))
    t.equal(await outcome(text), answer, what)

  const answers = new Set<string>()
  await checkOdd(t, fc.oneof(oddCalendar(event(day)), oddText()), async text => {
    const answer = await outcome(text)
    if (!['201', refused, '400', '413 c:max-resource-size'].includes(answer))
      throw new Error(answer)
    answers.add(answer)
  })
  t.ok(answers.has('201') && answers.has(refused))
})
