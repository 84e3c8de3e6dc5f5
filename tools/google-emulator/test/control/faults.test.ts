import t from 'tap'
import { eventsOf, reasonOf } from '../calendar-api.ts'
import { emulatorFor, postToken, providerAt } from '../emulator.ts'
import { until } from '../until.ts'

const night = { start: { date: '2026-12-01' }, end: { date: '2026-12-02' } }
const id = 'night0001'

t.test('a failure meets as many requests as told, of that method and path', async t => {
  const emulator = await emulatorFor(t)
  const events = eventsOf(await providerAt(emulator))
  await emulator.control.fail({
    method: 'GET',
    path: '/events$',
    status: 403,
    reason: 'rateLimitExceeded',
    retryAfterSeconds: 7,
    count: 2,
  })
  t.equal((await events.insert({ id, ...night })).status, 200, 'another method')
  t.equal((await events.get(id)).status, 200, 'another path')
  const refused = await events.list()
  t.equal(refused.status, 403)
  t.equal(reasonOf(refused), 'rateLimitExceeded')
  t.equal(refused.headers.get('retry-after'), '7')
  t.equal((await events.list()).status, 403)
  t.equal((await events.list()).status, 200)
})

t.test('without a count it lasts until it is cleared', async t => {
  const emulator = await emulatorFor(t)
  const events = eventsOf(await providerAt(emulator))
  await emulator.control.fail({ path: '/events', query: 'q=Alex', status: 500 })
  t.equal((await events.list({ q: 'Robin' })).status, 200)
  for (let time = 0; time < 3; time += 1) t.equal((await events.list({ q: 'Alex' })).status, 500)
  await emulator.control.clearFaults()
  t.equal((await events.list({ q: 'Alex' })).status, 200)
})

t.test('each status has the reason Google gives with it', async t => {
  const emulator = await emulatorFor(t)
  const events = eventsOf(await providerAt(emulator))
  const table: [number, string][] = [
    [400, 'badRequest'],
    [401, 'authError'],
    [403, 'forbidden'],
    [404, 'notFound'],
    [409, 'duplicate'],
    [410, 'fullSyncRequired'],
    [412, 'conditionNotMet'],
    [429, 'rateLimitExceeded'],
    [500, 'backendError'],
    [503, 'backendError'],
  ]
  for (const [status, reason] of table) {
    await emulator.control.fail({ path: '/events$', status, count: 1 })
    const answer = await events.list()
    t.equal(answer.status, status)
    t.equal(reasonOf(answer), reason)
  }
})

t.test('502 and 504 are a page, and the token endpoint fails in its own words', async t => {
  const emulator = await emulatorFor(t)
  const { accessToken } = await providerAt(emulator)
  for (const status of [502, 504]) {
    await emulator.control.fail({ path: '/events$', status, count: 1 })
    const response = await fetch(`${emulator.origin}/calendar/v3/calendars/family/events`, {
      headers: { authorization: `Bearer ${accessToken}` },
    })
    t.equal(response.status, status)
    t.match(response.headers.get('content-type'), 'text/html')
    t.match(await response.text(), /^<!DOCTYPE html>/)
  }
  await emulator.control.fail({ path: '^/token$', status: 503, count: 1 })
  const refused = await postToken(emulator, { grant_type: 'refresh_token', refresh_token: 'x' })
  t.equal(refused.status, 503)
  t.equal(refused.body.error, 'internal_failure')
})

t.test('a delay holds back the request, or only its answer', async t => {
  const emulator = await emulatorFor(t)
  const events = eventsOf(await providerAt(emulator))
  for (const when of ['before', 'after'] as const) {
    const name = `night${when === 'before' ? '01' : '02'}`
    const isThere = async () => {
      const found = await emulator.control.events('family')
      return found.some(event => event.id === name)
    }
    await emulator.control.clearRequests()
    await emulator.control.delay({ path: '/events$', milliseconds: 60_000, when, count: 1 })
    let answered = false
    const answer = events.insert({ id: name, ...night }).then(({ status }) => {
      answered = true
      return status
    })
    if (when === 'after') await until(async () => (await isThere()) || undefined)
    else await until(async () => (await emulator.control.requests())[0])
    t.equal(await isThere(), when === 'after', `${when}: the effect`)
    t.notOk(answered, `${when}: the answer`)
    await emulator.control.releaseDelayed()
    t.equal(await answer, 200)
    t.ok(await isThere())
  }
})

t.test('a delay ends after its time', async t => {
  const emulator = await emulatorFor(t)
  const events = eventsOf(await providerAt(emulator))
  await emulator.control.delay({ path: '/events$', milliseconds: 60, count: 1 })
  const startedAt = performance.now()
  t.equal((await events.insert({ id: 'night03', ...night })).status, 200)
  t.ok(performance.now() - startedAt >= 55)
})

t.test('a cut connection: before, nothing happened; after, it has', async t => {
  const emulator = await emulatorFor(t)
  const events = eventsOf(await providerAt(emulator))
  for (const when of ['before', 'after'] as const) {
    await emulator.control.clearRequests()
    await emulator.control.drop({ method: 'POST', path: '/events$', when, count: 1 })
    await t.rejects(events.insert({ id, ...night }), { message: 'fetch failed' })
    t.equal((await events.get(id)).status, when === 'after' ? 200 : 404)
    t.match(await emulator.control.requests(), [
      { method: 'POST', status: null },
      { status: Number },
    ])
  }
})

t.test('lists requests in order, without control and pages', async t => {
  const emulator = await emulatorFor(t)
  const events = eventsOf(await providerAt(emulator))
  await emulator.control.clearRequests()
  await events.list({ maxResults: '5' })
  await events.get('nobody1')
  await fetch(emulator.origin)
  const path = '/calendar/v3/calendars/family/events'
  t.match(await emulator.control.requests(), [
    { method: 'GET', path, query: 'maxResults=5', status: 200 },
    { method: 'GET', path: `${path}/nobody1`, query: '', status: 404 },
  ])
  t.equal((await emulator.control.requests()).length, 2)
})

t.test('a pattern that cannot be read is refused at once', async t => {
  const { control } = await emulatorFor(t)
  await t.rejects(control.fail({ path: '(', status: 500 }), {
    message: /Invalid regular expression/,
  })
})
