import { createHmac } from 'node:crypto'
import t from 'tap'
import { startWebhookReceiver } from './webhook-receiver.ts'

const key = Buffer.alloc(32, 7)
const secret = `whsec_${key.toString('base64')}`

/** Posts a message with a signature as the specification has it, made without the library. */
async function post(url: string, body: string, { signed = body, age = 0 } = {}) {
  const id = 'msg_1'
  const time = Math.floor(Temporal.Now.instant().epochMilliseconds / 1000) - age
  const signature = createHmac('sha256', key).update(`${id}.${time}.${signed}`).digest('base64')
  const headers = {
    'content-type': 'application/json',
    'webhook-id': id,
    'webhook-timestamp': String(time),
    'webhook-signature': `v1,${signature}`,
  }
  return (await fetch(url, { method: 'POST', body, headers })).status
}

t.test('a signed message is verified', async t => {
  const receiver = await startWebhookReceiver(t, secret)
  t.equal(await post(receiver.url, '{"title":"Zoë’s turn 🌙"}'), 204)
  t.same(receiver.verified(), [{ title: 'Zoë’s turn 🌙' }])
})

t.test('a message that was changed, or is old, is not', async t => {
  const changed = await startWebhookReceiver(t, secret)
  await post(changed.url, '{"title":"Mine"}', { signed: '{"title":"Yours"}' })
  t.throws(() => changed.verified(), { message: 'No matching signature found' })
  const old = await startWebhookReceiver(t, secret)
  await post(old.url, '{}', { age: 400 })
  t.throws(() => old.verified(), { message: 'Message timestamp too old' })
})

t.test('answers as a test wants', async t => {
  const receiver = await startWebhookReceiver(t, secret, response =>
    response.writeHead(429, { 'retry-after': '60' }).end('<html>'),
  )
  t.equal(await post(receiver.url, '{}'), 429)
  t.same(receiver.verified(), [{}], 'and keeps it')
})
