import type { ServerResponse } from 'node:http'
import { connectGoogle, createSignIn, type CalendarErrorReason } from '@night-routine/calendar'
import t from 'tap'
import { failure } from '../failure.ts'
import { scriptedServer } from '../scripted-server.ts'

const page = { 'content-type': 'text/html' }
const json = { 'content-type': 'application/json' }
const html = '<!doctype html><title>Error 502 (Server Error)!!1</title>'

// Broken responses, and the reason expected for each.
const table: [string, (response: ServerResponse) => void, CalendarErrorReason][] = [
  ['a page instead of data', r => r.writeHead(502, page).end(html), 'unavailable'],
  ['a page that claims success', r => r.writeHead(200, page).end(html), 'unavailable'],
  ['nothing that claims success', r => r.writeHead(200, json).end(), 'unavailable'],
  ['null', r => r.writeHead(200, json).end('null'), 'unavailable'],
  ['an empty object', r => r.writeHead(200, json).end('{}'), 'unavailable'],
  ['another address', r => r.writeHead(302, { location: '/x' }).end(), 'unavailable'],
  ['no answer', () => {}, 'timeout'],
  ['headers and then nothing', r => r.writeHead(200, json).write('{"id":'), 'timeout'],
  ['a cut connection', r => r.destroy(), 'unavailable'],
  [
    'half a body',
    r => r.writeHead(200, json).write('{"id":"nr0",', () => r.destroy()),
    'unavailable',
  ],
]

const accessToken = async () => 'token'
// Only the timeout case may use a short limit: a busy machine may be slow to answer.
const patience = (reason: CalendarErrorReason) => (reason === 'timeout' ? 200 : 10_000)

t.test('a broken calendar response can be retried', async t => {
  for (const [name, answer, reason] of table) {
    let requests = 0
    const apiRootUrl = await scriptedServer(t, (_, response) => {
      requests += 1
      answer(response)
    })
    const calendar = connectGoogle({ apiRootUrl, accessToken, timeoutMs: patience(reason) })
    t.match(await failure(calendar.getEvent('family', 'nr0')), { class: 'retry', reason }, name)
    t.equal(requests, 1, `${name}: asked once`)
  }
})

t.test('a broken sign-in response can be retried', async t => {
  for (const [name, answer, reason] of table) {
    const origin = await scriptedServer(t, (_, response) => answer(response))
    const signIn = createSignIn({
      clientId: 'client',
      clientSecret: 'secret',
      redirectUri: 'http://localhost:8080/oauth/callback',
      tokenUrl: `${origin}/token`,
      timeoutMs: patience(reason),
    })
    t.match(await failure(signIn.refresh('refresh-token')), { class: 'retry', reason }, name)
  }
})

t.test('a refused connection can be retried', async t => {
  const calendar = connectGoogle({
    apiRootUrl: 'http://127.0.0.1:2',
    accessToken,
  })
  t.match(await failure(calendar.listCalendars()), {
    reason: 'unavailable',
    message: /ECONNREFUSED/,
  })
})

t.test('passes on an error of the access token', async t => {
  const calendar = connectGoogle({
    apiRootUrl: 'http://127.0.0.1:9/',
    accessToken: async () => {
      throw new RangeError('the database is down')
    },
  })
  await t.rejects(calendar.listCalendars(), { name: 'RangeError' })
})
