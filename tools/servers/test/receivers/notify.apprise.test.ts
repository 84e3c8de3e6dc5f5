import t from 'tap'
import { startApprise, startInbox, startNtfy } from '../../src/receivers/index.ts'

const message = {
  title: 'Zoë’s turn',
  body: 'Tonight 🌙\nBath; "door, ajar" & <b>',
  type: 'info',
  format: 'text',
}

/** What POST /notify answers. */
async function notify({ url }: { url: string }, body: unknown, path = '/notify') {
  const response = await fetch(new URL(path, url), {
    method: 'POST',
    body: typeof body === 'string' ? body : JSON.stringify(body),
    headers: { 'content-type': 'application/json' },
  })
  await response.text()
  return response.status
}

t.test('a message arrives as it was sent', async t => {
  const [apprise, inbox] = [await startApprise(t), await startInbox(t)]
  t.equal(await notify(apprise, { ...message, urls: `json://${inbox.host}/inbox` }), 200)
  const [arrived, ...others] = inbox.received
  t.same(others, [])
  t.match(arrived, { method: 'POST', path: '/inbox' })
  t.match(JSON.parse(arrived?.body ?? ''), {
    title: message.title,
    message: message.body,
    type: 'info',
  })
})

// Another program that publishes as JSON: what it calls the fields is what ours must call them.
t.test('Apprise publishes to the stand-in for ntfy', async t => {
  const [apprise, ntfy] = [await startApprise(t), await startNtfy(t)]
  const at = `ntfy://${ntfy.user}:${ntfy.password}@${ntfy.host}`
  const sent = { topic: 'nights-a', title: message.title, message: message.body }
  const more = '?priority=high&tags=family&click=https://nights.example.org/'
  t.equal(await notify(apprise, { ...message, urls: `${at}/nights-a${more}` }), 200)
  t.same(JSON.parse(ntfy.received[0]?.body ?? ''), sent)
  t.match(ntfy.received[0], {
    method: 'POST',
    path: '/',
    headers: { 'x-priority': 'high', 'x-tags': 'family', 'x-click': 'https://nights.example.org/' },
  })
  t.same(ntfy.messages, [sent])
  t.equal(await notify(apprise, { ...message, urls: `${at}/theirs` }), 424)
})

// As Apprise API 0.8.2 and 1.5.2 answered the same requests.
const cases: [what: string, body: (host: string) => unknown, status: number][] = [
  ['two services', host => ({ ...message, urls: `json://${host}/a, json://${host}/b` }), 200],
  ['an unknown service', () => ({ ...message, urls: 'nosuch://x' }), 204],
  ['no service', () => message, 204],
  ['a service that is gone', () => ({ ...message, urls: 'json://127.0.0.1:1/a' }), 424],
  [
    'one of two is gone',
    host => ({ ...message, urls: `json://${host}/a, json://127.0.0.1:1/b` }),
    424,
  ],
  ['no text', host => ({ title: 'Tonight', urls: `json://${host}/a` }), 400],
  ['no JSON', () => 'hello', 400],
]

t.test('answers as Apprise API does', async t => {
  const [apprise, inbox] = [await startApprise(t), await startInbox(t)]
  for (const [what, body, status] of cases)
    t.equal(await notify(apprise, body(inbox.host)), status, what)
  t.equal(await notify(apprise, message, '/'), 404)
  t.equal((await fetch(new URL('/notify', apprise.url))).status, 405)
})

t.test('a service that refuses is a failure', async t => {
  const apprise = await startApprise(t)
  const full = await startInbox(t, response => response.writeHead(507).end())
  t.equal(await notify(apprise, { ...message, urls: `json://${full.host}/a` }), 424)
})
