import { readNights } from '@night-routine/database/nights'
import { waitFor } from '@night-routine/servers'
import { calendarPerson } from '@night-routine/servers/caldav'
import t from 'tap'
import { composedAt, visitorOf } from './composed-at.ts'
import { ownCalendarOf } from './own-calendar-of.ts'

t.test('a month stands without a calendar, and a phone changes it within a second', async t => {
  const home = await composedAt(t, { settings: { CALENDAR: 'own' } })
  await home.ready()
  const visitor = await visitorOf(home)
  await home.quiet()
  const { calendarId: calendar, ...account } = await ownCalendarOf(home, visitor)
  const phone = calendarPerson(account)
  const events = await phone.events(calendar)
  t.ok(events.length >= 30, 'the plan is in the calendar')
  const day = Temporal.Now.plainDateISO('Europe/Paris').add({ days: 3 })
  const event = events.find(({ start }) => start.date === day.toString())
  const [from, to] = event?.summary.includes('Alex') ? ['Alex', 'Robin'] : ['Robin', 'Alex']
  const summary = event?.summary.replace(from, to) ?? ''
  const body = event?.body ?? ''
  const quoted = body.replace('END:VEVENT', 'ATTENDEE;CN="Granny:mailto:x@y.z\r\nEND:VEVENT')
  await t.rejects(phone.put(calendar, `${event?.id}.ics`, quoted), /403.*valid-calendar-data/)
  await phone.put(
    calendar,
    'odd.ics',
    body.replace(/UID:.*/, 'UID:odd').replace(/DTSTART.*\r\n/, ''),
  )
  const startedAt = performance.now()
  await phone.editEvent(calendar, event?.id ?? '', { summary })
  const has = async () => (await readNights(home.db, day, day))[0]
  await waitFor('the night to follow', async () => (await has())?.override === true)
  t.comment(`after ${Math.round(performance.now() - startedAt)} ms`)
  t.match(await has(), { caregiver: to === 'Alex' ? 'a' : 'b', override: true })
  // The other parent's phone still has the version from before.
  await t.rejects(
    phone.request('PUT', event?.href ?? '', {
      headers: { 'If-Match': event?.etag ?? '' },
      body: body.replace(/SUMMARY:.*/, 'SUMMARY:[Kim]'),
    }),
    /412/,
  )
  await phone.createEvent(calendar, 'doctor', { summary: 'Doctor', start: { date: String(day) } })
  // The worker writes its lines into the event, which would be another version than the one that is removed.
  await home.quiet()
  await phone.removeEvent(calendar, event?.id ?? '')
  await waitFor('the removed event to come back', async () =>
    (await phone.events(calendar)).some(
      ({ id, start }) => id !== 'doctor' && start.date === String(day),
    ),
  )
  await home.quiet()
  t.match(await (await visitor.ask('/')).text(), /show up here right away/)
  const left = await phone.events(calendar)
  t.match(
    left.find(({ id }) => id === 'doctor'),
    { summary: 'Doctor' },
    'their own stays',
  )
  t.equal(left.length, events.length + 2)
})
