import { setTimeout as sleep } from 'node:timers/promises'
import { CalendarError, type RemoteEvent } from '@night-routine/calendar'
import { readCalendar, readCalendarEvents } from '@night-routine/database/calendar'
import { readJobRequests, requestJob } from '@night-routine/database/jobs'
import { readHistory } from '@night-routine/database/nights'
import t from 'tap'
import select from '../../../src/household/calendars/select-route.ts'
import { Browser } from '../../browser.ts'
import { alex, now } from '../../demo-household.ts'
import { routeService } from '../../route-service.ts'
import { runWeb } from '../../running-web.ts'
import { listing, webContext } from '../../web-context.ts'
import { startWorker } from '../../worker.ts'

const listed = [
  { id: 'family', name: 'Family', writable: true, primary: false, timeZone: null },
  { id: 'holidays', name: 'Holidays', writable: false, primary: false, timeZone: null },
]
const today = now.toZonedDateTimeISO('Europe/Paris').toPlainDate()
const foreign: RemoteEvent = {
  eventId: `nr${'0'.repeat(30)}`,
  etag: '"1"',
  status: 'confirmed',
  summary: '[Kim] 🌃👶Routine',
  description: '',
  startDate: today,
  endDate: today.add({ days: 1 }),
  repeats: false,
  properties: { app: 'night-routine', installation: 'of-another' },
}

const noEvents = async (): Promise<RemoteEvent[]> => []

t.test('the choice of a calendar', async t => {
  const service = await routeService(t, alex)
  const context = await webContext(t)
  const { db } = context
  let events = noEvents
  await service.register(select, {
    ...context,
    ...listing(
      async () => listed,
      () => events(),
    ),
  })
  const post = (payload?: string, type = 'application/x-www-form-urlencoded') =>
    service.inject({
      method: 'POST',
      url: '/calendars/select',
      ...(payload === undefined ? {} : { payload, headers: { 'content-type': type } }),
    })

  await t.test('anything but a writable one gets the contract’s 400 page', async t => {
    const forms = [
      '',
      'calendar_id=unknown',
      'calendar_id=%20family',
      'calendar_id=holidays',
      'calendar_id=family&calendar_id=family',
      `calendar_id=${'x'.repeat(5_000)}`,
      '__proto__=family',
    ]
    for (const { statusCode, headers, body } of await Promise.all([
      ...forms.map(form => post(form)),
      post(),
      post(JSON.stringify({ calendar_id: 'family' }), 'application/json'),
      post('calendar_id=family', 'text/plain'),
    ])) {
      t.equal(statusCode, 400)
      t.match(headers['content-type'], 'text/html')
      t.match(body, '<h1>Error</h1><p>Invalid calendar ID</p>')
    }
    t.equal(await readCalendar(db), undefined)
  })

  await t.test('one that another installation uses is a question, not a second plan', async t => {
    events = async () => [foreign]
    const asked = await post('calendar_id=family&parent_a=Zo%C3%A9+%3Cb%3E')
    t.equal(asked.statusCode, 409)
    t.match(asked.body, 'Another Night Routine has nights in “Family”.')
    t.match(asked.body, '<input type="hidden" name="parent_a" value="Zoé &lt;b&gt;">')
    t.equal((await post('calendar_id=family&take_over=other')).statusCode, 409)
    t.equal(await readCalendar(db), undefined)
    t.equal((await post('calendar_id=family&take_over=family')).statusCode, 302)
    t.match(await readCalendar(db), { calendarId: 'family' })
    const { eventId } = foreign
    t.match(await readCalendarEvents(db, 'family'), [{ eventId, pushedHash: null }])
  })

  await t.test('has the name of the list, also if events can’t be searched', async t => {
    events = () => Promise.reject(new CalendarError('timeout'))
    const { statusCode, headers } = await post('calendar_id=family&calendar_name=Forged')
    t.same([statusCode, headers.location], [302, '/'])
    t.same(await readCalendar(db), { calendarId: 'family', calendarName: 'Family' })
    t.match(await readHistory(db, { limit: 1 }), [{ actor: 'alex@example.com' }])
  })
})

t.test('an answer waits for a worker 5 s at most, and not at all for our script', async t => {
  const gate = Promise.withResolvers<void>()
  let passed = 0
  // The calendar answers after the time of the timer, or never.
  const timer = {
    now: () => passed,
    sleep: async (ms: number) => {
      passed += ms
      await sleep(1)
    },
  }
  const web = await runWeb(t, {}, { timer })
  const browser = new Browser(web)
  await browser.signIn('alex@example.com')
  startWorker(t, web.db, { during: () => gate.promise })
  t.teardown(gate.resolve)
  const typed = { calendar_id: 'family', parent_a: 'Antoine', parent_b: 'Taïna', you: 'a' }
  for (const [path, form, prefer, waited] of [
    ['/calendars/select', typed, 'respond-async', 0],
    ['/sync', {}, 'wait=10, Respond-Async', 0],
    ['/sync', {}, 'respond-async-not', 5_000],
    ['/calendars/select', { calendar_id: 'family' }, 'return=minimal', 5_000],
  ] as const) {
    const before = passed
    const { statusCode, headers } = await browser.post(path, form, { prefer })
    t.equal(statusCode, 302)
    t.equal(passed - before, waited, `${path} ${prefer}`)
    t.equal(headers['preference-applied'], waited === 0 ? 'respond-async' : undefined)
  }
  t.match((await browser.get('/')).body, /class="status is-working"/)
  await web.db.updateTable('settings').set({ publish: true }).execute()
  await requestJob(web.db, 'publish')
  const before = passed
  await browser.act('/settings/new-address')
  t.equal(passed - before, 5_000, 'for the publisher, too')
  gate.resolve()
  const isDone = async () =>
    (await readJobRequests(web.db)).every(
      job => job.kind === 'publish' || job.doneNumber >= job.requestNumber,
    )
  while (!(await isDone())) await sleep(20)
})
