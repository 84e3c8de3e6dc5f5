import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startInbox } from '@night-routine/servers/receivers'
import t from 'tap'
import { Check } from 'typebox/schema'
import type { Message } from '../../../src/channels/channel.ts'
import { createWebhookSender } from '../../../src/channels/webhook/webhook.ts'
import { ask, changes, networks, now } from '../messages.ts'

const docs = join(import.meta.dirname, '../../../../../docs')
const secretOf = (letter: string) => `whsec_${Buffer.alloc(32, letter).toString('base64')}`

type IsGenuine = (secret: string, headers: Record<string, string>, body: string) => boolean

/** The program of the page, letter by letter. */
async function documentedProgram(): Promise<IsGenuine> {
  const [, part = ''] = (await readFile(join(docs, 'api.md'), 'utf8')).split('\n## Webhook\n')
  const [, program = ''] = /```js\n(.*?)```/s.exec(part) ?? []
  const folder = await mkdtemp(join(tmpdir(), 'night-routine-webhook-'))
  t.teardown(() => rm(folder, { recursive: true }))
  const path = join(folder, 'program.mjs')
  await writeFile(path, `${program}\nexport { isGenuine }`)
  const { isGenuine } = (await import(path)) as { isGenuine: IsGenuine }
  return isGenuine
}

/** What arrives of a message that was sent `age` seconds ago. */
async function arrived(message: Message, age = 0) {
  const { url, received } = await startInbox(t)
  const clock = () => now().subtract({ seconds: age })
  const to = { email: '', values: { url, secret: secretOf('a') } }
  await createWebhookSender({ networks, now: clock })(message, to)
  const [request] = received
  if (request === undefined) throw new Error('nothing arrived')
  return request
}

t.test('the program of docs/api.md knows our messages from others', async t => {
  const isGenuine = await documentedProgram()
  const { headers, body } = await arrived(changes)
  const timestamp = Number(headers['webhook-timestamp'])
  t.equal(isGenuine(secretOf('a'), headers, body), true)
  t.equal(isGenuine(secretOf('b'), headers, body), false, 'another secret')
  t.equal(isGenuine(secretOf('a'), headers, body.replace('Sunday', 'Monday')), false)
  t.equal(isGenuine(secretOf('a'), {}, body), false, 'no signature')
  for (const changed of [{ 'webhook-id': 'x' }, { 'webhook-timestamp': String(timestamp - 1) }])
    t.equal(isGenuine(secretOf('a'), { ...headers, ...changed }, body), false)
  const old = await arrived(changes, 400)
  t.equal(isGenuine(secretOf('a'), old.headers, old.body), false, 'sent long ago')
})

t.test('messages are as docs/openapi/web.json describes them', async t => {
  const document = JSON.parse(await readFile(join(docs, 'openapi/web.json'), 'utf8'))
  const { parameters, requestBody } = document.webhooks['night-routine.message'].post
  const { schema } = requestBody.content['application/json']
  const kinds = {
    account: true,
    ask: true,
    'ask-answer': true,
    changes: true,
    joined: true,
    recovery: true,
    reminder: true,
    test: true,
  } satisfies Record<Message['kind'], true>
  t.same(schema.properties.data.properties.kind.enum.toSorted(), Object.keys(kinds).toSorted())
  const { turnOffUrl: _, ...account } = changes
  for (const message of [ask, changes, account]) {
    const { headers, body } = await arrived(message)
    t.equal(Check(schema, JSON.parse(body)), true, body)
    t.equal(Check(schema, { ...JSON.parse(body), more: 1 }), false)
    for (const { name } of parameters) t.type(headers[name], 'string', name)
  }
})
