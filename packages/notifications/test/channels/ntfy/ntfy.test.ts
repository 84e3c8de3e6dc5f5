import { startInbox, startNtfy } from '@night-routine/servers/receivers'
import t from 'tap'
import type { Message } from '../../../src/channels/channel.ts'
import { createNtfySender, ntfy } from '../../../src/channels/ntfy/ntfy.ts'
import { heardFailure } from '../../../src/channels/failure-heard.ts'
import { ask, changes, networks, now } from '../messages.ts'

const send = createNtfySender({ networks, now })

/** A server, and how to send to its topic. */
async function publisher(t: Parameters<typeof startNtfy>[0]) {
  const server = await startNtfy(t)
  const values = { server: server.url, topic: 'nights-1', token: server.token }
  return {
    ...server,
    publish: (message: Message, changed: Partial<typeof values> = {}) =>
      send(message, { email: 'alex@example.com', values: { ...values, ...changed } }),
  }
}

t.test('publishes a message, with a button that turns ntfy off', async t => {
  const { publish, messages, received } = await publisher(t)
  t.same(await publish(changes), { kind: 'sent' })
  t.match(messages, [
    {
      topic: 'nights-1',
      title: 'Your nights changed',
      message: 'Robin gave you Sunday.\nNo one has Monday.',
      priority: 3,
      tags: ['crescent_moon'],
      click: changes.url,
    },
  ])
  const [button] = messages[0]?.actions ?? []
  t.same(
    [messages[0]?.actions?.length, { ...button, id: '' }],
    [
      1,
      {
        id: '',
        action: 'http',
        label: 'Turn off',
        clear: true,
        url: changes.turnOffUrl,
        method: 'POST',
      },
    ],
  )
  t.equal(JSON.parse(received[0]?.body ?? '').sequence_id, changes.id)
  const { turnOffUrl: _, ...account } = changes
  t.same(await publish(account), { kind: 'sent' })
  t.same(messages[1]?.actions, undefined)
})

t.test('publishes an ask with both answers, in the language of its reader', async t => {
  const { publish, messages } = await publisher(t)
  t.same(await publish({ ...ask, language: 'fr' }), { kind: 'sent' })
  const { answerUrl: url } = ask
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  const answer = { id: '', action: 'http', clear: true, url, method: 'POST', headers }
  t.same(
    messages[0]?.actions?.map(button => ({ ...button, id: '' })),
    [
      { ...answer, label: 'Je le prends', body: 'answer=accept' },
      { ...answer, label: 'Je ne peux pas', body: 'answer=decline' },
    ],
  )
  t.equal(messages[0]?.priority, 4)
})

t.test('a message that its title says whole has no title', async t => {
  const { publish, messages } = await publisher(t)
  const text = { title: 'Robin gave you Sunday.', lines: ['Robin gave you Sunday.'] }
  await publish({ ...changes, text })
  await publish({ ...changes, text: { ...text, lines: [' '] } })
  const alone = { title: undefined, message: 'Robin gave you Sunday.' }
  t.match(messages, [alone, alone])
  t.equal(messages.length, 2)
})

t.test('what is too long for ntfy ends with an ellipsis', async t => {
  const { publish, messages } = await publisher(t)
  const lines = ['"'.repeat(4000)]
  t.same(await publish({ ...ask, text: { title: 'é'.repeat(3000), lines } }), { kind: 'sent' })
  t.equal(messages[0]?.title, `${'é'.repeat(123)}…`)
  t.match(messages[0]?.message, /^"{3400,3999}…$/, 'in JSON, each character is two bytes')
  t.same(await publish({ ...ask, text: { title: 'Zoë', lines: ['é'.repeat(4000)] } }), {
    kind: 'sent',
  })
  t.equal(messages[1]?.message, `${'é'.repeat(2046)}…`)
})

t.test('posts to the root of the server, which can be below a path', async t => {
  const inbox = await startInbox(t)
  for (const server of ['', '/', '/ntfy', '/ntfy/', '/ntfy?x=1#y'])
    await send(changes, { email: '', values: { server: inbox.url + server, topic: 'a' } })
  t.same(
    inbox.received.map(({ path }) => path),
    ['/', '/', '/ntfy/', '/ntfy/', '/ntfy/'],
  )
  t.same(
    new Set(inbox.received.map(({ headers }) => headers['authorization'])),
    new Set([undefined]),
  )
})

t.test('an answer with status 200 counts only if ntfy gave it', async t => {
  const published = '{"id":"1","time":1,"expires":2,"event":"message","topic":"a","message":"'
  for (const [said, outcome] of [
    [`${published}x"}`, { kind: 'sent' }],
    [`${published}${'x'.repeat(5000)}"}`, { kind: 'sent' }],
    ['<!doctype html><title>Sign in</title>', { kind: 'give-up', code: 'ntfy-unexpected-answer' }],
    ['', { kind: 'give-up', code: 'ntfy-unexpected-answer' }],
    ['{"status":"ok"}', { kind: 'give-up', code: 'ntfy-unexpected-answer' }],
    [
      '{"message":"\\"event\\":\\"message\\""}',
      { kind: 'give-up', code: 'ntfy-unexpected-answer' },
    ],
  ] as const) {
    const { url: server } = await startInbox(t, response => response.writeHead(200).end(said))
    t.same(await send(changes, { email: '', values: { server, topic: 'a' } }), outcome, said)
  }
  t.equal(heardFailure(ntfy, 'ntfy-unexpected-answer'), 'elsewhere')
  const { url: server } = await startInbox(t, response => {
    response.writeHead(200, { 'content-length': '100' }).write('{"id":"1"')
    setImmediate(() => response.destroy())
  })
  t.match(
    await send(changes, { email: '', values: { server, topic: 'a' } }),
    { kind: 'retry' },
    'the connection ended before it said so',
  )
})

t.test('fields that a person fills in', async t => {
  const config = { PUBLIC_URL: 'https://routine.example.org', CHANNEL_NETWORKS: [] }
  const [server, topic, token] = ntfy.fields
  const [one, other] = [topic?.initial?.(), topic?.initial?.()]
  t.match(one, /^night-routine-[a-z]{16}$/)
  t.not(one, other, 'a stranger cannot guess it')
  t.equal(topic?.fault?.(String(one), config), undefined)
  for (const wrong of ['a b', 'é', 'a/b', '', 'x'.repeat(65)])
    t.equal(topic?.fault?.(wrong, config), 'ntfy.topicError', wrong)
  t.equal(server?.fault?.(String(server.initial?.()), config), undefined)
  t.equal(server?.fault?.('http://192.168.1.4', config), 'channelError.private')
  t.equal(token?.fault?.('tk_0123456789', config), undefined)
  for (const wrong of ['tk_ 1', 'tk_1\r\nx-title: y', 'tk_é', 'x'.repeat(257)])
    t.equal(token?.fault?.(wrong, config), 'ntfy.tokenError', wrong)
})

t.test('the doctor asks each server once whether it is healthy', async t => {
  const config = { PUBLIC_URL: 'https://routine.example.org', CHANNEL_NETWORKS: networks }
  const healthy = await startInbox(t, response => response.end('{"healthy":true}\n'))
  const page = await startInbox(t, response => response.end('<title>Sign in</title>'))
  const moved = await startInbox(t, response =>
    response.writeHead(301, { location: `${healthy.url}/v1/health` }).end(),
  )
  const people = [healthy.url, `${healthy.url}/`, page.url, moved.url].map(server => ({ server }))
  t.match(await ntfy.examine?.(config, people), [
    { state: 'ok', text: `The ntfy server ${healthy.url}/ is healthy.` },
    { state: 'notice', text: /ntfy-unexpected-answer\.$/, fix: /redirects are not followed/ },
    { state: 'notice', text: /ntfy-301\.$/, fix: /redirects are not followed/ },
  ])
  t.match(healthy.received, [{ method: 'GET', path: '/v1/health', body: '' }])
  t.equal(healthy.received.length, 1)
  t.match(await ntfy.examine?.({ ...config, CHANNEL_NETWORKS: [] }, people.slice(0, 1)), [
    { state: 'notice', text: /ntfy-private-address\.$/, fix: /CHANNEL_NETWORKS/ },
  ])
})
