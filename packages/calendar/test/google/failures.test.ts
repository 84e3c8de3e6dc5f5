import {
  connectGoogle,
  type CalendarErrorClass,
  type CalendarErrorReason,
} from '@night-routine/calendar'
import t from 'tap'
import { calendarOf, emulatorFor, grantOf } from '../emulator.ts'
import { failure } from '../failure.ts'

const email = 'alex@example.com'
const night = Temporal.PlainDate.from('2026-11-12')
const draft = {
  eventId: 'nr0123456789',
  summary: '[Alex] 🌃👶Routine',
  description: '',
  night,
  properties: {
    app: 'night-routine',
    night: '2026-11-12',
    generation: '0',
    hash: 'h',
    lines: 'l',
    caregiver: 'a',
    reason: 'Alternating',
  },
}

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

t.test('classifies each error of Google the same for every call', async t => {
  const emulator = await emulatorFor(t)
  const calendar = await calendarOf(emulator, email)
  const { control } = emulator
  const table: [number, string | undefined, CalendarErrorClass, CalendarErrorReason][] = [
    [400, 'invalid', 'give-up', 'request-refused'],
    [403, 'rateLimitExceeded', 'retry', 'rate-limited'],
    [403, 'userRateLimitExceeded', 'retry', 'rate-limited'],
    [403, 'quotaExceeded', 'retry', 'usage-limit'],
    [403, 'forbidden', 'give-up', 'forbidden'],
    [403, 'insufficientPermissions', 'reconnect', 'scope-missing'],
    [403, 'accessNotConfigured', 'give-up', 'api-disabled'],
    [429, 'rateLimitExceeded', 'retry', 'rate-limited'],
    [500, 'backendError', 'retry', 'unavailable'],
    [502, undefined, 'retry', 'unavailable'],
    [503, 'backendError', 'retry', 'unavailable'],
  ]
  for (const [status, reason, errorClass, expected] of table) {
    await control.fail({ path: '^/calendar/', status, ...(reason && { reason }) })
    await control.clearRequests()
    for (const [name, operation] of Object.entries(operations)) {
      const error = await failure(operation(calendar))
      t.match(error, { class: errorClass, reason: expected }, `${name}: ${status} ${reason}`)
    }
    t.equal((await control.requests()).length, 9, 'no retries')
    await control.clearFaults()
  }
})

t.test('passes Retry-After on', async t => {
  const emulator = await emulatorFor(t)
  const calendar = await calendarOf(emulator, email)
  for (const status of [429, 403, 503]) {
    const reason = 'rateLimitExceeded'
    const rule = { path: '^/calendar/', status, reason, retryAfterSeconds: 30, count: 1 }
    await emulator.control.fail(rule)
    t.match(await failure(calendar.listCalendars()), { class: 'retry', retryAfterSeconds: 30 })
  }
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
