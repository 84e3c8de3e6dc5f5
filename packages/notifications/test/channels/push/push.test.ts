import type { ServerResponse } from 'node:http'
import type { PushSubscriptionToSave } from '@night-routine/database/notifications'
import { importJWK, jwtVerify } from 'jose'
import t from 'tap'
import {
  createPushSender,
  isPushSubscription,
  makePushKeys,
} from '../../../src/channels/push/push.ts'
import { ask, changes } from '../messages.ts'
import { browser, pushService, type Answer, type Received } from './push-service.ts'

const now = () => Temporal.Now.instant()
const keys = await makePushKeys()
const subject = 'https://routine.example.org'
const message = { ...changes, ttlSeconds: 3600, urgency: 'high' } as const
/** Who gets it. */
const at = (subscription: PushSubscriptionToSave) => ({
  email: 'alex@example.com',
  values: {},
  subscription,
})

const status = (code: number, headers: Record<string, string> = {}) => ({
  answer: (_: unknown, response: ServerResponse) => {
    response.writeHead(code, headers).end()
  },
})

/** Sends one message to a push service that answers like this. */
async function sendTo(
  t: Parameters<typeof pushService>[0],
  { answer }: { answer: Answer },
  timeoutMs = 10_000,
) {
  const service = await pushService(t, answer)
  const { subscription, decrypt } = browser(`${service.origin}/push/1`)
  const send = createPushSender({ keys, subject, now, agent: service.agent, timeoutMs })
  const outcome = await send(message, at(subscription))
  return { outcome, decrypt, ...service }
}

async function verifyVapid({ headers }: Received, origin: string) {
  const [, token = '', key] =
    /^vapid t=(?<t>[^,]+), ?k=(?<k>.+)$/.exec(String(headers['authorization'])) ?? []
  const point = Buffer.from(keys.publicKey, 'base64url')
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map(one => one.toString('base64url'))
  const publicKey = await importJWK({ kty: 'EC', crv: 'P-256', x: x ?? '', y: y ?? '' }, 'ES256')
  const { payload } = await jwtVerify(token, publicKey, { audience: origin, subject })
  return { key, payload }
}

t.test('a browser can decrypt the message, and the push service knows the sender', async t => {
  const { outcome, decrypt, received, origin } = await sendTo(t, status(201))
  t.same(outcome, { kind: 'sent' })
  const [request] = received
  if (request === undefined) throw new Error('nothing received')
  const shown = {
    title: 'Your nights changed',
    body: 'Robin gave you Sunday.\nNo one has Monday.',
    tag: message.id,
  }
  const { url, turnOffUrl } = message
  t.same(decrypt(request.body), {
    ...shown,
    url,
    turnOff: { label: 'Turn off', url: turnOffUrl },
    web_push: 8030,
    notification: {
      ...shown,
      lang: 'en',
      navigate: url,
      actions: [{ action: 'turn-off', title: 'Turn off', navigate: turnOffUrl }],
    },
  })
  t.match(request, {
    path: '/push/1',
    headers: {
      ttl: '3600',
      urgency: 'high',
      topic: message.id,
      'content-encoding': 'aes128gcm',
    },
  })
  const { key, payload } = await verifyVapid(request, origin)
  t.equal(key, keys.publicKey)
  const hours = ((payload.exp ?? 0) * 1000 - Date.now()) / 3_600_000
  t.ok(hours > 1 && hours <= 24, 'expires within a day (RFC 8292, 2)')
})

t.test('an ask has its two answers, and a long message still fits', async t => {
  const service = await pushService(t, status(201).answer)
  const { subscription, decrypt } = browser(`${service.origin}/push/1`)
  const send = createPushSender({ keys, subject, now, agent: service.agent })
  t.same(await send(ask, at(subscription)), { kind: 'sent' })
  t.match(decrypt(service.received[0]?.body ?? Buffer.alloc(0)), {
    answers: { accept: 'Take it', decline: 'I can’t', url: ask.answerUrl },
    notification: {
      actions: [
        { action: 'accept', title: 'Take it', navigate: ask.answerUrl },
        { action: 'decline', title: 'I can’t', navigate: ask.answerUrl },
      ],
    },
  })
  const lines = ['x'.repeat(4_000)]
  t.match(await send({ ...message, text: { title: 'Long', lines } }, at(subscription)), {
    kind: 'sent',
  })
  const body = service.received[1]?.body ?? Buffer.alloc(0)
  t.ok(body.length > 4_090 && body.length <= 4_096, 'as much as RFC 8030, 7.2 allows')
  t.match(decrypt(body), { body: /^x{1000,}…$/, notification: { body: /^x{1000,}…$/ } })
})

t.test('reads the answer of the push service, and follows no redirect', async t => {
  const busy = await sendTo(t, status(429, { 'retry-after': '120' }))
  t.same(busy.outcome, { kind: 'retry', code: 'push-429', afterSeconds: 120 })
  const { outcome, received } = await sendTo(t, status(307, { location: '/elsewhere' }))
  t.match(outcome, { kind: 'give-up', code: 'push-307' })
  t.equal(received.length, 1)
})

t.test('a push service that is silent, endless or away costs only the time limit', async t => {
  const silent = await sendTo(t, { answer: () => {} }, 150)
  t.match(silent.outcome, { kind: 'retry', code: 'push-timeout' })
  const endless = await sendTo(t, {
    answer: (_, response) => {
      response.writeHead(201)
      const timer = setInterval(() => response.write('x'.repeat(10_000)), 1)
      response.on('close', () => clearInterval(timer))
    },
  })
  t.match(endless.outcome, { kind: 'sent' })
  const send = createPushSender({ keys, subject, now, agent: silent.agent })
  const { subscription } = browser('https://localhost:1/push')
  t.match(await send(message, at(subscription)), { kind: 'retry', code: 'push-unreachable' })
})

t.test('refuses private addresses, also behind a name', async t => {
  const send = createPushSender({ keys, subject, now })
  for (const host of ['localhost', '127.0.0.1', '[::1]', '10.0.0.1', '169.254.169.254', '0.0.0.0'])
    t.match(
      await send(message, at(browser(`https://${host}/push`).subscription)),
      { kind: 'give-up', code: 'push-private-address' },
      host,
    )
})

t.test('refuses subscriptions that no browser makes, and knows those that are gone', async t => {
  const send = createPushSender({ keys, subject, now })
  const { subscription } = browser('https://push.example/1')
  t.equal(isPushSubscription(subscription), true)
  for (const wrong of [
    { endpoint: 'http://push.example/1' },
    { endpoint: 'https://user:password@push.example/1' },
    { endpoint: `https://push.example/${'x'.repeat(2_048)}` },
    { endpoint: 'push' },
    { p256dh: 'AAAA' },
    { auth: 'AAAA' },
    { p256dh: '' },
  ]) {
    t.equal(isPushSubscription({ ...subscription, ...wrong }), false, JSON.stringify(wrong))
    const outcome = await send(message, at({ ...subscription, ...wrong }))
    t.same(outcome, { kind: 'gone', code: 'push-invalid-subscription' })
  }
  const nobody = { email: 'alex@example.com', values: {} }
  t.same(await send(message, nobody), { kind: 'gone', code: 'push-unsubscribed' })
})
