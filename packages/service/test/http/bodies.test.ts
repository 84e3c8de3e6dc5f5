import { checkOdd, oddJson, oddText } from '@night-routine/odd-input'
import t, { type Test } from 'tap'
import { createLogger, createService, takeAnyMediaType } from '../../src/index.ts'

const json = 'application/json'
const form = 'application/x-www-form-urlencoded'

/** A service that answers with what it read. */
function echo(t: Test) {
  const service = createService({ logger: createLogger({ name: 'x', level: 'silent' }) })
  t.teardown(() => service.close())
  service.post('/', async request => ({ body: request.body, query: request.query }))
  const send = async (type: string, payload: string | Buffer, url = '/') => {
    const headers = { 'content-type': type, accept: json }
    const { statusCode, body } = await service.inject({ method: 'POST', url, headers, payload })
    return { status: statusCode, ...JSON.parse(body) }
  }
  return { service, send }
}

t.test('refuses bytes that are not UTF-8', async t => {
  const { send } = echo(t)
  for (const bytes of [[0xff], [0xc3], [0xed, 0xa0, 0xbd], [0xf5, 0x80, 0x80, 0x80], [0xc0, 0x80]])
    for (const [type, before, after] of [
      [json, '{"name":"', '"}'],
      [form, 'name=', '&x=1'],
    ] as const) {
      const body = Buffer.concat([Buffer.from(before), Buffer.from(bytes), Buffer.from(after)])
      t.match(await send(type, body), { status: 400, error: /UTF-8/ }, `${type}: ${String(bytes)}`)
    }
  t.match(await send(json, '{"name":"Zoë 👩‍👩‍👧 \ufffd"}'), { body: { name: 'Zoë 👩‍👩‍👧 \ufffd' } })
  t.match(await send(json, '\ufeff{"name":"Zoë"}'), { body: { name: 'Zoë' } }, 'with a mark')
})

t.test('reads forms as browsers send them', async t => {
  const { send } = echo(t)
  t.match(await send(form, 'name=Zo%C3%AB+%26+%F0%9F%91%B6&list=1&list=2&empty=&bare'), {
    body: { name: 'Zoë & 👶', list: ['1', '2'], empty: '', bare: '' },
  })
  t.match(await send(`${form}; charset=UTF-8`, 'name=Zoë'), { body: { name: 'Zoë' } })
  t.match(await send(form, '__proto__=x&constructor=y'), { body: { constructor: 'y' } })
  for (const bad of ['name=%', 'name=%zz', 'name=100%', 'name=%ff', '%ED%A0%BD=1', 'a=1&b=%c3'])
    t.match(await send(form, bad), { status: 400, error: /UTF-8/ }, bad)
})

t.test('refuses text that cannot be stored, and names its field', async t => {
  const { send } = echo(t)
  for (const [type, body, field] of [
    [json, '{"name":"a\\u0000"}', 'name'],
    [json, '{"name":"\\ud83d"}', 'name'],
    [json, '{"name":{"list":["ok","\\udc00"]}}', 'name'],
    [json, '{"\\u0000":1}', undefined],
    [json, '"\\u0000"', undefined],
    [form, 'name=a%00b', 'name'],
    [form, 'name=ok&name=%00', 'name'],
  ] as const)
    t.match(await send(type, body), { status: 400, error: /character/, field }, body)
  t.match(await send(json, '{"name":"\\ud83d\\udc76"}'), { body: { name: '👶' } })
  t.match(await send(json, `{"deep":${'['.repeat(15_000)}"\\u0000"${']'.repeat(15_000)}}`), {
    status: 400,
    field: 'deep',
  })
})

t.test('any JSON and any form is read unchanged or refused', async t => {
  const { send } = echo(t)
  await checkOdd(t, oddJson({ name: 'Zoë', list: [1, { a: 'x' }] }), async bytes => {
    const { status, body } = await send(json, bytes)
    if (status === 400 || status === 413) return
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    if (status !== 200 || JSON.stringify(body) !== JSON.stringify(JSON.parse(text)))
      throw new Error(`${status}`)
  })
  await checkOdd(t, oddText({ maxLength: 20_000 }), async name => {
    const read = await send(form, new URLSearchParams({ name }).toString())
    const isOdd = name.includes('\0')
    if (read.status === 413) return
    if (read.status !== (isOdd ? 400 : 200)) throw new Error(`${read.status}`)
    if (!isOdd && read.body.name !== name.toWellFormed()) throw new Error(read.body.name)
  })
})

t.test('takes every media type where none counts, malformed ones included', async t => {
  const { service } = echo(t)
  await service.register(async any => {
    takeAnyMediaType(any)
    any.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
    any.post('/any', async ({ body }) => ({ length: Buffer.isBuffer(body) ? body.length : 0 }))
  })
  for (const type of [undefined, '', ';;;', 'nonsense', 'application/json; utf-8', 'a/b; =', 'é'])
    for (const payload of ['', 'body', '{'.repeat(1_000)]) {
      const headers = type === undefined ? {} : { 'content-type': type }
      const answer = await service.inject({ method: 'POST', url: '/any', headers, payload })
      t.match(answer.json(), { length: payload.length }, `${type}: ${payload.length}`)
    }
  for (const type of [';;;', 'text/plain', 'application/xml']) {
    const headers = { 'content-type': type }
    const answer = await service.inject({ method: 'POST', url: '/', headers, payload: 'x' })
    t.match(answer.json(), { error: /media type/ }, `elsewhere ${type} is refused`)
  }
})
