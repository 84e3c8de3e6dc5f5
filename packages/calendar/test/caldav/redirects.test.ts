import { once } from 'node:events'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { connectCalDav } from '@night-routine/calendar'
import { generate } from 'selfsigned'
import t from 'tap'
import { draftOf } from '../contract/subject.ts'
import { failure } from '../failure.ts'
import {
  calendarId,
  calendarType,
  davServer,
  home,
  id,
  mayWrite,
  multistatus,
  ordinary,
  response,
} from './dav-server.ts'

t.test('follows redirects on the same host, with method, body and password', async t => {
  const { port, asked, url } = await davServer(t, one => {
    if (one.path === '/') return undefined
    if (one.path === '/.well-known/caldav')
      return { status: 301, headers: { Location: `${url}/dav` } }
    if (one.path === '/dav') return { status: 308, headers: { Location: '/dav/' } }
    if (one.path === '/dav/') return multistatus(response('/dav/', home))
    return ordinary(one)
  })
  t.match(await port().listCalendars(), [{ id: '/cal/family/', name: 'Family', writable: true }])
  t.ok(
    asked.every(
      ({ method, headers, body }) => method === 'PROPFIND' && headers.authorization && body !== '',
    ),
  )
})

t.test('the password does not follow to another host', async t => {
  const other = await davServer(t, ordinary)
  for (const status of [301, 302, 307, 308]) {
    const { port, lines } = await davServer(t, () => ({
      status,
      headers: { Location: `${other.url}/` },
    }))
    t.match(await failure(port().listCalendars()), {
      reason: 'not-a-calendar-server',
      facts: { detail: `it leads to ${other.url}` },
    })
    t.same(lines(), ['PROPFIND /', 'PROPFIND /.well-known/caldav'])
  }
  t.same(other.asked, [], 'the other host was never asked')
})

t.test('a home on another host needs https', async t => {
  const other = await davServer(t, ordinary)
  const away = `<C:calendar-home-set><href>${other.url}/cal/</href></C:calendar-home-set>`
  const { port } = await davServer(t, ({ path }) =>
    path === '/' ? multistatus(response('/', away)) : undefined,
  )
  t.equal((await failure(port().listCalendars())).reason, 'not-a-calendar-server')
  t.same(other.asked, [])
})

t.test('a redirect that goes in circles ends', async t => {
  const { port, asked } = await davServer(t, ({ path }) => ({
    status: 302,
    headers: { Location: path },
  }))
  t.equal((await failure(port().listCalendars())).reason, 'not-a-calendar-server')
  t.ok(asked.length < 15)
})

t.test('events are never redirected', async t => {
  const { lines, port, url } = await davServer(t, one =>
    one.method === 'PUT' || one.method === 'REPORT'
      ? { status: 302, headers: { Location: `${url}/elsewhere/` } }
      : ordinary(one),
  )
  const calendar = port()
  const draft = { ...draftOf(calendarId, '2026-12-01'), eventId: id }
  const { etag = '' } = { ...(await calendar.getEvent(calendarId, id)) }
  for (const call of [
    () => calendar.listChanges(calendarId, { syncToken: null }),
    () => calendar.updateEvent(calendarId, etag, draft),
  ])
    t.equal((await failure(call())).reason, 'unavailable')
  t.same(
    lines().filter(line => line.endsWith('/elsewhere/')),
    [],
  )
})

t.test('sends no password to a server with an untrusted certificate', async t => {
  const { private: key, cert } = await generate([{ name: 'commonName', value: 'localhost' }])
  let asked = 0
  const server = createServer({ key, cert }, (_, answer) => {
    asked += 1
    answer.end()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.teardown(() => server.close())
  const { port } = server.address() as AddressInfo
  const calendar = connectCalDav({
    url: `https://127.0.0.1:${port}/`,
    username: 'a',
    password: 'b',
  })
  t.match(await failure(calendar.listCalendars()), {
    reason: 'certificate-refused',
    class: 'give-up',
  })
  t.equal(asked, 0)
})

t.test('the configured address may be a principal, a home or a calendar', async t => {
  const { port, url } = await davServer(t, one => {
    const principal = '<current-user-principal><href>/me/</href></current-user-principal>'
    if (one.path === '/me/') return multistatus(response('/me/', home))
    if (one.path === '/start/') return multistatus(response('/start/', principal))
    if (one.path === '/cal/' && one.headers['depth'] === '0')
      return multistatus(response('/cal/', principal))
    if (one.path === '/shared/one')
      return multistatus(response('/shared/one/', `${calendarType}${mayWrite}${principal}`))
    return one.path === '/shared/one/'
      ? multistatus(response('/shared/one/', `${calendarType}${mayWrite}${principal}`))
      : ordinary(one)
  })
  for (const path of ['/', '/start/', '/me/', '/cal/'])
    t.match(await port({ url: url + path }).listCalendars(), [{ id: '/cal/family/' }], path)
  t.match(await port({ url: `${url}/shared/one` }).listCalendars(), [
    { id: '/shared/one/', name: 'one', writable: true },
  ])
})
