import { readNights } from '@night-routine/database/nights'
import { freePort } from '@night-routine/servers'
import { startInbox } from '@night-routine/servers/receivers'
import t from 'tap'
import { callAllEndpoints } from '../../vault/test/fourteen-endpoints.ts'
import { composedAt, vaultPassword, visitorOf } from './composed-at.ts'

t.test('all services at the one public address', async t => {
  const apprise = await startInbox(t, response => response.end('{"error": null}'))
  const metricsPort = await freePort()
  const home = await composedAt(t, {
    settings: { APPRISE_URL: apprise.url, METRICS_PORT: String(metricsPort) },
  })
  const { url, control, db, facts } = home
  await home.ready()

  const statusOf = async (path: string, request: RequestInit = {}) =>
    (await fetch(url + path, { redirect: 'manual', ...request })).status
  const post = { method: 'POST' }

  await t.test('one port has the metrics of all services, each once', async t => {
    for (const path of ['/auth', '/s/nothing/', '/api/webhook/calendar'])
      await fetch(url + path, { redirect: 'manual' })
    const text = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text()
    const names = [...text.matchAll(/^# TYPE (\S+)/gm)].map(([, name]) => name)
    t.equal(new Set(names).size, names.length)
    for (const name of [
      'process_resident_memory_bytes',
      'nodejs_eventloop_lag_p99_seconds',
      'night_routine_http_answers_total',
      'night_routine_provider_answers_total',
      'night_routine_work_oldest_request_age_seconds',
      'night_routine_plan_nights',
      'night_routine_publish_last_success_timestamp_seconds',
      'night_routine_notifications_delivered_total',
    ])
      t.ok(names.includes(name), name)
    // By web, the vault and webhook-ingest.
    t.match(text, 'night_routine_http_answers_total{status="302"} 1\n')
    t.match(text, 'night_routine_http_answers_total{status="404"} 1\n')
    t.match(text, 'night_routine_http_answers_total{status="405"} 1\n')
  })

  await t.test('a stranger is answered by each endpoint', async t => {
    for (const [path, request, status] of [
      ['/', {}, 200],
      ['/auth', {}, 302],
      ['/oauth/callback', {}, 400],
      ['/calendars', {}, 401],
      ['/calendars/select', post, 401],
      ['/sync', post, 401],
      ['/statistics', {}, 401],
      ['/api/assignment-details?assignment_id=1', {}, 401],
      ['/api/assignment-babysitter', post, 401],
      ['/api/webhook/calendar', post, 400],
    ] as const)
      t.equal(await statusOf(path, request), status, `${path} without a session`)
  })

  const visitor = await visitorOf(home)
  const { ask, form } = visitor
  await t.test('every endpoint of the household answers', async t => {
    t.match(await (await ask('/calendars')).text(), 'Family')
    const refused = await form('/calendars/select', { calendar_id: 'unknown' })
    t.equal(refused.status, 400)
    t.match(await refused.text(), /<h1>Error<\/h1>\s*<p>Invalid calendar ID/)
    const selected = await form('/calendars/select', { calendar_id: 'family' })
    t.same([selected.status, selected.headers.get('location')], [302, '/'])
    await home.quiet()
    const events = async () =>
      (await control.events('family')).filter(({ status }) => status === 'confirmed')
    t.ok((await events()).length >= 30, 'the initial events')
    const [channel] = (await control.channels()).filter(({ stopped }) => !stopped)
    t.equal(channel?.address, `${url}/api/webhook/calendar`)
    t.equal((await ask('/statistics')).status, 200)

    const day = Temporal.Now.plainDateISO('Europe/Paris').add({ days: 2 })
    const night = async () => (await readNights(db, day, day))[0]
    const id = Number((await night())?.id)
    const details = await ask(`/api/assignment-details?assignment_id=${id}`)
    t.match(await details.json(), { assignment_id: id, caregiver_type: 'parent' })
    const booked = await ask('/api/assignment-babysitter', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ assignment_id: id, babysitter_name: 'Dana' }),
    })
    t.equal(booked.status, 200)
    await home.quiet()
    const eventOn = async () => (await events()).find(({ start }) => start.date === day.toString())
    t.match((await eventOn())?.summary, '[Dana]')

    // The provider tells of an edit at the one address, and no one presses Sync.
    await control.editEvent('family', (await eventOn())?.id ?? '', { summary: '[Kim]' })
    while ((await night())?.babysitter?.name !== 'Kim') await home.quiet()
    t.equal(
      await statusOf('/api/webhook/calendar', { ...post, headers: { ...channel?.headers } }),
      200,
    )
    const forged = { ...channel?.headers, 'X-Goog-Channel-Token': crypto.randomUUID() }
    t.equal(await statusOf('/api/webhook/calendar', { ...post, headers: forged }), 403)
    const synced = await form('/sync', {})
    t.same([synced.status, synced.headers.get('location')], [302, '/'])
  })

  await t.test(
    'every endpoint of the publish host answers inside, and only pages outside',
    async t => {
      const inside = `http://127.0.0.1:${facts.vaultPort}`
      await callAllEndpoints(t, inside, { email: 'publisher@example.org', password: vaultPassword })
      const asked = { method: 'POST', body: '{}', headers: { 'content-type': 'application/json' } }
      for (const path of [
        ...['signin', 'signout', 'info'].map(name => `/user/${name}`),
        ...['regions', 'list', 'create', 'access'].map(name => `/vault/${name}`),
        ...['list', 'create'].map(name => `/publish/${name}`),
        ...['slug', 'slugs', 'list', 'upload', 'remove'].map(name => `/api/${name}`),
        '/s/..%2fuser/info',
        '/s/%252e%252e/user/info',
        '/-/../user/info',
      ]) {
        const answer = await fetch(url + path, asked)
        t.ok([400, 401, 404, 405].includes(answer.status), `${path} is ${answer.status}`)
        t.notMatch(await answer.text(), /"code":/, 'no answer of the API')
      }
    },
  )

  await t.test('a test message goes through the Apprise server of the operator', async t => {
    await visitor.confirmed('/you/channels/apprise', { urls: 'gotify://host/token' })
    await form('/you/channels/apprise/test', {})
    t.match(await (await ask('/you')).text(), 'The test message was sent.')
    t.match(apprise.received, [{ path: '/notify', body: /gotify:\/\/host\/token/ }])
  })
})
