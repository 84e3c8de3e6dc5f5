import { CalendarError, type RemoteEvent } from '@night-routine/calendar'
import { readCalendar, readCalendarEvents } from '@night-routine/database/calendar'
import { readHistory } from '@night-routine/database/nights'
import t, { type Test } from 'tap'
import select from '../../../src/household/calendars/select-route.ts'
import { alex, now } from '../../demo-household.ts'
import { routeService } from '../../route-service.ts'
import { listing, webContext } from '../../web-context.ts'

const listed = [
  { id: 'family', name: 'Family', writable: true, primary: false, timeZone: null },
  { id: 'holidays', name: 'Holidays', writable: false, primary: false, timeZone: null },
]

async function open(t: Test, listOurEvents: () => Promise<RemoteEvent[]> = async () => []) {
  const service = await routeService(t, alex)
  const context = await webContext(t)
  await service.register(select, {
    ...context,
    ...listing(async () => listed, listOurEvents),
  })
  const post = (payload?: string, type = 'application/x-www-form-urlencoded') =>
    service.inject({
      method: 'POST',
      url: '/calendars/select',
      ...(payload === undefined ? {} : { payload, headers: { 'content-type': type } }),
    })
  return { post, db: context.db }
}

t.test('a writable calendar of the list is selected, under the name it has there', async t => {
  const { post, db } = await open(t)
  const { statusCode, headers } = await post('calendar_id=family&calendar_name=Forged')
  t.same([statusCode, headers.location], [302, '/'])
  t.same(await readCalendar(db), { calendarId: 'family', calendarName: 'Family' })
  t.match(await readHistory(db, { limit: 1 }), [{ actor: 'alex@example.com' }])
})

t.test('anything else gets the contract’s 400 page and selects nothing', async t => {
  const { post, db } = await open(t)
  const forms = [
    '',
    'calendar=family',
    'calendar_id=',
    'calendar_id=unknown',
    'calendar_id=Family',
    'calendar_id=%20family',
    'calendar_id=holidays',
    'calendar_id=family&calendar_id=family',
    'calendar_id[]=family',
    `calendar_id=${'x'.repeat(5_000)}`,
    '__proto__=family',
  ]
  const json = JSON.stringify({ calendar_id: 'family' })
  const answers = await Promise.all([
    ...forms.map(form => post(form)),
    post(),
    post(json, 'application/json'),
    post('calendar_id=family', 'text/plain'),
    post('calendar_id=family', 'application/x-www-form-urlencoded-not'),
  ])
  for (const { statusCode, headers, body } of answers) {
    t.equal(statusCode, 400)
    t.match(headers['content-type'], 'text/html')
    t.match(body, '<h1>Error</h1><p>Invalid calendar ID</p>')
  }
  t.equal(await readCalendar(db), undefined)
})

t.test('a calendar that another installation uses is a question, not a second plan', async t => {
  const foreign: RemoteEvent = {
    eventId: `nr${'0'.repeat(30)}`,
    etag: '"1"',
    status: 'confirmed',
    summary: '[Kim] 🌃👶Routine',
    description: '',
    startDate: now.toZonedDateTimeISO('Europe/Paris').toPlainDate(),
    endDate: now.toZonedDateTimeISO('Europe/Paris').toPlainDate().add({ days: 1 }),
    repeats: false,
    properties: { app: 'night-routine', installation: 'of-another' },
  }
  const { post, db } = await open(t, async () => [foreign])
  const asked = await post('calendar_id=family&parent_a=Zo%C3%A9+%3Cb%3E')
  t.equal(asked.statusCode, 409)
  t.match(asked.body, 'Another Night Routine has nights in “Family”.')
  t.match(asked.body, '<input type="hidden" name="parent_a" value="Zoé &lt;b&gt;">')
  t.equal(await readCalendar(db), undefined)
  t.equal((await post('calendar_id=family&take_over=other')).statusCode, 409)

  t.equal((await post('calendar_id=family&take_over=family')).statusCode, 302)
  t.match(await readCalendar(db), { calendarId: 'family' })
  t.match(await readCalendarEvents(db, 'family'), [{ eventId: foreign.eventId, pushedHash: null }])
})

t.test('a calendar that can’t be searched for other installations is selected', async t => {
  for (const reason of ['timeout', 'calendar-gone', 'forbidden'] as const) {
    const { post } = await open(t, () => Promise.reject(new CalendarError(reason)))
    t.equal((await post('calendar_id=family')).statusCode, 302)
  }
})
