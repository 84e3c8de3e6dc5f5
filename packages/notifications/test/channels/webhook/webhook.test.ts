import { startInbox } from '@night-routine/servers/receivers'
import { Webhook } from 'standardwebhooks'
import t, { type Test } from 'tap'
import { createWebhookSender, webhook } from '../../../src/channels/webhook/webhook.ts'
import { ask, changes, networks, now } from '../messages.ts'

const secretOf = (bytes: number) => `whsec_${Buffer.alloc(bytes, 7).toString('base64')}`
const secret = secretOf(32)
const send = createWebhookSender({ networks, now })
const to = (url: string) => ({ email: '', values: { url, secret } })

/** A receiver that checks signatures with the library of Standard Webhooks, which goes by the real clock. */
async function receiverOf(t: Test) {
  // Any 2xx counts, whatever it says.
  const inbox = await startInbox(t, response => response.writeHead(202).end('<html>'))
  /** The messages that arrived. @throws if one is not signed with the secret */
  const verified = (): unknown[] =>
    inbox.received.map(({ headers, body }) => new Webhook(secret).verify(body, headers))
  return { ...inbox, verified }
}

t.test('posts a signed message', async t => {
  const receiver = await receiverOf(t)
  t.same(await send(changes, to(`${receiver.url}/nights?x=1`)), { kind: 'sent' })
  t.match(receiver.verified(), [
    {
      type: 'night-routine.message',
      timestamp: /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/,
      data: {
        id: changes.id,
        kind: 'changes',
        title: 'Your nights changed',
        text: 'Robin gave you Sunday.\nNo one has Monday.',
        language: 'en',
        url: changes.url,
        answer_url: undefined,
        turn_off_url: changes.turnOffUrl,
      },
    },
  ])
  t.match(receiver.received, [
    {
      method: 'POST',
      path: '/nights?x=1',
      headers: {
        'content-type': 'application/json',
        'user-agent': 'Night-Routine',
        'webhook-id': changes.id,
      },
    },
  ])
  await send(ask, to(receiver.url))
  t.match(receiver.verified()[1], { data: { answer_url: ask.answerUrl } })
})

t.test('another attempt has the same id, and its own time', async t => {
  const receiver = await receiverOf(t)
  for (const later of [0, 60]) {
    const clock = () => now().add({ seconds: later })
    await createWebhookSender({ networks, now: clock })(changes, to(receiver.url))
  }
  receiver.verified()
  const [first, second] = receiver.received.map(({ headers }) => headers)
  t.equal(first?.['webhook-id'], second?.['webhook-id'])
  const seconds = Number(second?.['webhook-timestamp']) - Number(first?.['webhook-timestamp'])
  t.ok(seconds === 60 || seconds === 61, String(seconds))
})

t.test('any text arrives whole and signed, and makes no header', async t => {
  const receiver = await receiverOf(t)
  const text = '🌙 "\r\nx-other: 1\r\n\r\n\ud83c'
  await send({ ...changes, text: { title: text, lines: [text, text] } }, to(receiver.url))
  t.match(receiver.verified(), [{ data: { title: text, text: `${text}\n${text}` } }])
  t.notOk('x-other' in (receiver.received[0]?.headers ?? {}))
})

t.test('fields that a person fills in', async t => {
  const config = { PUBLIC_URL: 'https://routine.example.org', CHANNEL_NETWORKS: [] }
  const [url, secretField] = webhook.fields
  t.equal(url?.fault?.('https://nodered.example.org/nights', config), undefined)
  t.equal(url?.fault?.('ftp://example.org', config), 'channelError.address')
  const first = secretField?.initial?.() ?? ''
  t.match(first, /^whsec_[A-Za-z0-9+/]{43}=$/)
  t.not(first, secretField?.initial?.())
  for (const right of [first, secretOf(24), secretOf(64)])
    t.equal(secretField?.fault?.(right, config), undefined, right)
  for (const wrong of [
    secretOf(23),
    secretOf(65),
    first.slice(6),
    first.replace('whsec_', 'secret'),
    first.slice(0, -1),
    first.replace(/.=$/, '-='),
    `${first} `,
    'secret',
  ])
    t.equal(secretField?.fault?.(wrong, config), 'webhook.secretError', wrong)
})

t.test('a secret that cannot be used needs a person', async t => {
  const receiver = await receiverOf(t)
  const values = { url: receiver.url, secret: 'whsec_' }
  t.same(await send(changes, { email: '', values }), { kind: 'give-up', code: 'webhook-key-lost' })
  t.same(receiver.received, [])
})
