import { startInbox, type Answer as Respond } from '@night-routine/servers/receivers'
import t, { type Test } from 'tap'
import { apprise, sendByApprise } from '../../../src/channels/apprise/apprise.ts'
import { heardFailure } from '../../../src/channels/failure-heard.ts'
import { asked, askedBody } from './message.ts'

const now = Temporal.Instant.from('2026-11-20T18:00:00Z')
const config = { PUBLIC_URL: 'https://nights.example.org', CHANNEL_NETWORKS: [] }

/** What the server answers to each request, in the order of the addresses. */
async function server(t: Test, ...answers: [status: number, text: string, more?: object][]) {
  const respond: Respond = (response, { body }) => {
    const [address = ''] = JSON.parse(body).urls
    const [status, text, more] = answers[Number(/\d/.exec(address)?.[0] ?? 0)] ?? [500, '']
    response.writeHead(status, { ...more }).end(text)
  }
  const inbox = await startInbox(t, respond)
  const send = sendByApprise(`${inbox.url}/`, () => now)
  return {
    ...inbox,
    send: (urls: string) => send(asked, { email: 'alex@example.com', values: { urls } }),
  }
}

const newest = '{"error": null, "details": []}'

t.test('posts the text and its links to the server of the installation', async t => {
  const { received, send } = await server(t, [200, newest])
  t.same(await send('gotify://host0/token'), { kind: 'sent' })
  t.match(received, [
    {
      method: 'POST',
      path: '/notify',
      headers: { 'content-type': 'application/json', accept: 'application/json' },
    },
  ])
  t.same(JSON.parse(received[0]?.body ?? ''), {
    urls: ['gotify://host0/token'],
    title: asked.text.title,
    body: askedBody,
    type: 'info',
    format: 'text',
  })
})

// As Apprise API 0.8.2 and 1.5.2 answer; the rest is what a proxy or another program may say.
const answers: [status: number, text: string, outcome: object, trouble?: string][] = [
  [200, newest, { kind: 'sent' }],
  [200, 'Notification(s) sent.', { kind: 'sent' }],
  [
    200,
    '<!doctype html><title>Sign in</title>',
    { code: 'apprise-unexpected-answer' },
    'elsewhere',
  ],
  [200, '{"ok": true}', { code: 'apprise-unexpected-answer' }, 'elsewhere'],
  [200, '', { code: 'apprise-unexpected-answer' }, 'elsewhere'],
  [204, '', { code: 'apprise-unknown-service' }, 'unknownService'],
  [302, '', { code: 'apprise-302' }, 'elsewhere'],
  [400, '{"error": "Payload lacks minimum requirements"}', { code: 'apprise-400' }, 'other'],
  [401, '', { code: 'apprise-401' }, 'refused'],
  [404, '', { code: 'apprise-404' }, 'elsewhere'],
  [410, '', { code: 'apprise-410' }],
  [424, '{"error": "…"}', { kind: 'retry', code: 'apprise-424' }, 'notPassedOn'],
  [429, '', { kind: 'retry', code: 'apprise-429', afterSeconds: 90 }, 'busy'],
  [500, '', { kind: 'retry', code: 'apprise-500', afterSeconds: 90 }, 'busy'],
]

t.test('tells the answers of an Apprise server from others', async t => {
  for (const [status, text, outcome, trouble] of answers) {
    const headers = { 'retry-after': '90', location: 'http://127.0.0.1:1/' }
    const { received, send } = await server(t, [status, text, status === 204 ? {} : headers])
    const found = await send('gotify://host0/token')
    t.match(found, { kind: 'give-up', ...outcome }, `${status} ${text}`)
    t.equal(received.length, 1, 'no redirect is followed')
    if (trouble !== undefined && 'code' in found)
      t.equal(heardFailure(apprise, found.code), trouble)
  }
})

t.test('waits for a server that is gone, and not for one that never answers', async t => {
  const to = { email: 'alex@example.com', values: { urls: 'gotify://host/token' } }
  const gone = await sendByApprise('http://127.0.0.1:1', () => now)(asked, to)
  t.match(gone, { kind: 'retry', code: 'apprise-unreachable' })
  const { url } = await startInbox(t, () => {})
  const end = AbortSignal.timeout(50)
  t.match(await sendByApprise(url, () => now)(asked, to, end), { kind: 'retry' })
})

t.test('each address gets the message once', async t => {
  const [good, gone, unknown] = [[200, newest] as const, [424, ''] as const, [204, ''] as const]
  const cases = [
    [[good, good], { kind: 'sent' }],
    [[good, gone], { kind: 'give-up', code: 'apprise-424' }],
    [[unknown, good], { kind: 'give-up', code: 'apprise-unknown-service' }],
    [[unknown, gone], { kind: 'retry', code: 'apprise-424' }],
    [[unknown, unknown], { kind: 'give-up', code: 'apprise-unknown-service' }],
  ] as const
  for (const [each, outcome] of cases) {
    const { received, send } = await server(
      t,
      ...each.map(([one, text]) => [one, text] as [number, string]),
    )
    t.match(await send('gotify://host0/a,b\n tgram://host1/token'), outcome)
    const urls: string[] = received.map(({ body }) => JSON.parse(body).urls.join(' '))
    t.same(urls.toSorted(), ['gotify://host0/a,b', 'tgram://host1/token'])
  }
})

const fault = (text: string) => apprise.fields[0]?.fault?.(text, config)

t.test('takes one to ten addresses', async t => {
  const ten = Array.from({ length: 10 }, (_, index) => `gotify://host/${index}`)
  for (const fine of [
    'gotify://host/token',
    'mailto://user:pass@host?to=a@b.org,c@d.org',
    'tgram://1:a/2, gotify://host/token',
    'tgram://1:a/2,gotify://host/token\r\n  signals://host/+1/+2 ',
    ten.join('\n'),
    `json://${'x'.repeat(1993)}`,
  ])
    t.equal(fault(fine), undefined, fine)
  for (const wrong of [
    'host',
    'gotify://',
    'gotify:host',
    '://host',
    'gotify://host and more',
    ',',
    [...ten, 'gotify://host/11'].join(' '),
    `json://${'x'.repeat(1994)}`,
  ])
    t.equal(fault(wrong), 'channelError.apprise', wrong)
})

t.test('is there where the operator named a server, which the doctor asks', async t => {
  t.notOk(apprise.isSetUp(config))
  t.same(await apprise.examine?.(config, []), [])
  const found = async (APPRISE_URL: string) =>
    (await apprise.examine?.({ ...config, APPRISE_URL }, []))?.[0]
  const { url, received } = await startInbox(t, response => response.writeHead(400).end())
  t.ok(apprise.isSetUp({ ...config, APPRISE_URL: url }))
  t.match(await found(url), { state: 'ok' })
  t.same(JSON.parse(received[0]?.body ?? ''), {}, 'which sends no message')
  const fix = /Check APPRISE_URL/
  t.match(await found('http://127.0.0.1:1'), { state: 'problem', text: /unreachable/, fix })
  const other = await startInbox(t, response => response.end('<html>'))
  t.match(await found(other.url), { state: 'problem', text: /200/, fix })
})
