import { connectGoogle } from '@night-routine/calendar'
import t from 'tap'
import { calendarOf, emulatorFor, grantOf } from '../emulator.ts'
import { draftOf } from '../contract/subject.ts'
import { failure } from '../failure.ts'

const email = 'alex@example.com'
const night = Temporal.PlainDate.from('2026-11-12')
const draft = draftOf('family', night.toString())

const scope = (name: string) => `https://www.googleapis.com/auth/${name}`

const operations: Record<string, (calendar: ReturnType<typeof connectGoogle>) => Promise<unknown>> =
  {
    list: calendar => calendar.listCalendars(),
    get: calendar => calendar.getEvent('family', draft.eventId),
    insert: calendar => calendar.insertEvent('family', draft),
    update: calendar => calendar.updateEvent('family', '"1"', draft),
    remove: calendar => calendar.removeEvent('family', draft.eventId, '"1"'),
    changes: calendar => calendar.listChanges('family', { syncToken: null }),
    ours: calendar => calendar.listOurEvents('family', { from: night }),
    watch: calendar =>
      calendar.notifications.watch('family', {
        channelId: crypto.randomUUID(),
        token: 't',
        address: 'https://nights.example.org/hook',
      }),
    stop: calendar => calendar.notifications.stopChannel({ channelId: 'c', resourceId: 'r' }),
  }

t.test('passes on each error of Google from every call, and asks once', async t => {
  const emulator = await emulatorFor(t)
  const calendar = await calendarOf(emulator, email)
  const { control } = emulator
  const limit = { status: 403, reason: 'rateLimitExceeded', retryAfterSeconds: 30 }
  await control.fail({ path: '^/calendar/', ...limit })
  await control.clearRequests()
  const expected = { class: 'retry', reason: 'rate-limited', retryAfterSeconds: 30 }
  for (const [name, operation] of Object.entries(operations))
    t.match(await failure(operation(calendar)), expected, name)
  t.equal((await control.requests()).length, 9, 'no retries')
})

t.test('a timeout or a dropped connection can be retried', async t => {
  const emulator = await emulatorFor(t)
  const calendar = await calendarOf(emulator, email)
  const hasty = await calendarOf(emulator, email, { timeoutMs: 100 })
  const { control } = emulator
  for (const [name, operation] of Object.entries(operations)) {
    await control.delay({ path: '^/calendar/', milliseconds: 60_000, count: 1 })
    t.match(await failure(operation(hasty)), { class: 'retry', reason: 'timeout' }, name)
    await control.releaseDelayed()
    for (const when of ['before', 'after'] as const) {
      await control.drop({ path: '^/calendar/', when, count: 1 })
      t.match(await failure(operation(calendar)), { class: 'retry', reason: 'unavailable' }, name)
    }
  }
})

t.test('a missing permission asks for a reconnect', async t => {
  const emulator = await emulatorFor(t)
  const withoutList = await calendarOf(emulator, email, { scopes: [scope('calendar.events')] })
  const missing = { class: 'reconnect', reason: 'scope-missing' }
  t.match(await failure(withoutList.listCalendars()), missing)
  const withoutEvents = await calendarOf(emulator, email, {
    scopes: [scope('calendar.calendarlist.readonly')],
  })
  t.ok(await withoutEvents.listCalendars())
  t.match(await failure(withoutEvents.insertEvent('family', draft)), missing)
})

t.test('asks for another token once after a 401', async t => {
  const emulator = await emulatorFor(t)
  const { accessToken } = await grantOf(emulator, email)
  const asked: unknown[] = []
  const calendarWith = (tokens: string[]) => {
    asked.length = 0
    return connectGoogle({
      apiRootUrl: emulator.origin,
      async accessToken(options) {
        asked.push(options)
        return tokens.shift() ?? 'none left'
      },
    })
  }

  await t.test('and continues with a valid one', async t => {
    const calendar = calendarWith(['expired', accessToken])
    t.match(await calendar.insertEvent('family', draft), { eventId: draft.eventId })
    t.same(asked, [undefined, { afterUnauthorized: 'expired' }])
  })
  await t.test('and gives up on another invalid one', async t => {
    const calendar = calendarWith(['expired', 'revoked', accessToken])
    t.match(await failure(calendar.listCalendars()), { class: 'reconnect', reason: 'unauthorized' })
    t.equal(asked.length, 2)
  })
  await t.test('but not after other errors', async t => {
    await emulator.control.fail({ path: '^/calendar/', status: 403, count: 1 })
    t.match(await failure(calendarWith([accessToken]).listCalendars()), { reason: 'forbidden' })
    t.same(asked, [undefined])
  })
})

t.test('escapes a calendar id in the path', async t => {
  const emulator = await emulatorFor(t)
  const id = 'a/b?c#d%e é@group.calendar.google.com'
  await emulator.control.saveCalendar({ id, summary: 'Odd', roles: { [email]: 'owner' } })
  const calendar = await calendarOf(emulator, email)
  t.match(await calendar.insertEvent(id, draft), { eventId: draft.eventId })
  t.equal((await emulator.control.events(id)).length, 1)
})
