import t from 'tap'
import { draftOf } from '../contract/subject.ts'
import { failure } from '../failure.ts'
import {
  calendarId,
  davServer,
  id,
  multistatus,
  ordinary,
  refusal,
  type Answer,
} from './dav-server.ts'

const draft = { ...draftOf(calendarId, '2026-12-01'), eventId: id }
const since = JSON.stringify({ kind: 'sync', token: 'token-1', renamed: {} })

t.test('a refused password is not sent again for a while', async t => {
  let monotonic = 0
  const { port, lines } = await davServer(t, () => ({
    status: 401,
    headers: { 'WWW-Authenticate': 'Basic realm="x"' },
  }))
  const calendar = port({ monotonic: () => monotonic })
  const ask = () => failure(calendar.listChanges(calendarId, { syncToken: null }))
  t.match(await ask(), { reason: 'unauthorized', class: 'reconnect' })
  for (let again = 0; again < 20; again += 1) t.equal((await ask()).reason, 'unauthorized')
  t.equal(lines().length, 1)
  monotonic = 6 * 60_000
  await ask()
  t.equal(lines().length, 2, 'one more try after five minutes')
})

t.test('says so when the server wants a way to sign in that we do not have', async t => {
  const { port } = await davServer(t, () => ({
    status: 401,
    headers: { 'WWW-Authenticate': 'Digest realm="BaikalDAV"' },
  }))
  t.match(await failure(port().listCalendars()), {
    reason: 'unauthorized',
    facts: { detail: /Digest/ },
  })
})

t.test('any other response means that it is not a calendar server', async t => {
  const html = {
    status: 200,
    headers: { 'Content-Type': 'text/html' },
    body: '<!doctype html><p>Hello',
  }
  for (const answer of [html, { status: 404 }, { status: 405 }, { ...html, status: 207 }]) {
    const { port, lines } = await davServer(t, () => answer)
    t.match(await failure(port().listCalendars()), {
      reason: 'not-a-calendar-server',
      class: 'give-up',
    })
    t.same(lines(), ['PROPFIND /', 'PROPFIND /.well-known/caldav'])
  }
})

/** What a read of changes makes of an answer to its report. */
const readings: Record<string, { answer: Answer; reason: string }> = {
  'a page in HTML': { answer: { status: 200, body: '<html>Log in</html>' }, reason: 'unavailable' },
  'half a body': {
    answer: { status: 207, body: '<multistatus xmlns="DAV:"><response><href>/cal' },
    reason: 'unavailable',
  },
  'a connection that is cut': {
    answer: { ...multistatus('<sync-token>x</sync-token>'), cut: true },
    reason: 'unavailable',
  },
  'no token': { answer: multistatus(), reason: 'sync-token-expired' },
  'a token that is not known': {
    answer: refusal(403, '<valid-sync-token/>'),
    reason: 'sync-token-expired',
  },
  'the same inside a 207': {
    answer: multistatus(
      `<response><href>${calendarId}</href><status>HTTP/1.1 412 Precondition Failed</status><error><valid-sync-token/></error></response>`,
    ),
    reason: 'sync-token-expired',
  },
  'a 409 for the token': {
    answer: refusal(409, '<valid-sync-token/>'),
    reason: 'sync-token-expired',
  },
  'a failure twice': { answer: { status: 500 }, reason: 'sync-token-expired' },
  'no rights': { answer: { status: 403 }, reason: 'forbidden' },
  'a calendar that is gone': { answer: { status: 404 }, reason: 'calendar-gone' },
  'a bad gateway': { answer: { status: 502 }, reason: 'unavailable' },
  'too many requests': {
    answer: { status: 429, headers: { 'Retry-After': '7' } },
    reason: 'rate-limited',
  },
  'a pause': { answer: { status: 503, headers: { 'Retry-After': '7' } }, reason: 'rate-limited' },
  'an entity that grows': {
    answer: {
      status: 207,
      body: '<!DOCTYPE m [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;">]><multistatus xmlns="DAV:">&b;</multistatus>',
    },
    reason: 'unavailable',
  },
  'elements without end': {
    answer: {
      status: 207,
      body: `<multistatus xmlns="DAV:">${'<a>'.repeat(5000)}${'</a>'.repeat(5000)}</multistatus>`,
    },
    reason: 'unavailable',
  },
}

for (const [what, { answer, reason }] of Object.entries(readings))
  t.test(`a read of changes meets ${what}`, async t => {
    const { port } = await davServer(t, asked =>
      asked.method === 'REPORT' ? answer : ordinary(asked),
    )
    const error = await failure(port().listChanges(calendarId, { syncToken: since }))
    t.equal(error.reason, reason)
    if (answer.headers?.['Retry-After']) t.match(error, { retryAfterSeconds: 7 })
  })

t.test('a single failure does not count as an expired token', async t => {
  let failures = 1
  const { port } = await davServer(t, asked =>
    asked.method === 'REPORT' && failures-- > 0 ? { status: 500 } : ordinary(asked),
  )
  const calendar = port()
  t.equal(
    (await failure(calendar.listChanges(calendarId, { syncToken: since }))).reason,
    'unavailable',
  )
  t.ok(await calendar.listChanges(calendarId, { syncToken: since }))
})

/** What a write makes of an answer to its PUT. */
const writes: Record<string, { answer: Answer; insert: string; update: string }> = {
  'a calendar that may only be read': {
    answer: { status: 403 },
    insert: 'forbidden',
    update: 'forbidden',
  },
  'a UID that another event has': {
    answer: refusal(409, '<C:no-uid-conflict><href>/cal/other/x.ics</href></C:no-uid-conflict>'),
    insert: 'event-exists',
    update: 'event-stale',
  },
  'a UID that is unique in the account': {
    answer: refusal(403, '<C:unique-scheduling-object-resource/>'),
    insert: 'event-exists',
    update: 'forbidden',
  },
  'a refusal inside a 207': {
    answer: multistatus(
      `<response><href>x</href><status>HTTP/1.1 412 Precondition Failed</status></response>`,
    ),
    insert: 'event-exists',
    update: 'event-stale',
  },
  'a lock': { answer: { status: 423 }, insert: 'unavailable', update: 'unavailable' },
  'a body that is too large': {
    answer: { status: 413 },
    insert: 'request-refused',
    update: 'request-refused',
  },
  'no more space': { answer: { status: 507 }, insert: 'unavailable', update: 'unavailable' },
}

for (const [what, { answer, insert, update }] of Object.entries(writes))
  t.test(`a write meets ${what}`, async t => {
    let exists = false
    const { port } = await davServer(t, asked => {
      if (asked.method === 'PUT') return answer
      return asked.method === 'GET' && !exists ? { status: 404 } : ordinary(asked)
    })
    const calendar = port()
    t.equal((await failure(calendar.insertEvent(calendarId, draft))).reason, insert)
    exists = true
    const { etag = '' } = { ...(await calendar.getEvent(calendarId, id)) }
    t.equal((await failure(calendar.updateEvent(calendarId, etag, draft))).reason, update)
  })
