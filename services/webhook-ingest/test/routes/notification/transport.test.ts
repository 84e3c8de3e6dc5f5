import t from 'tap'
import { channel, headersOf } from '../../channels.ts'
import { notificationService } from './notification-service.ts'

const family = channel()

t.test('accepts any body up to 64 KiB, of any media type, also a malformed one', async t => {
  const { send, did } = await notificationService(t, [family])
  const sent = headersOf(family)
  const types = ['application/json', 'text/plain', 'multipart/form-data; boundary=x', 'a/b']
  const odd = ['', ';;;', 'nonsense', '/', 'application/json; charset=utf-16', 'a/b; c="', '\xe9']
  for (const type of [...types, ...odd])
    for (const body of ['', '{', '{"__proto__":1}', '\xff\xfe\0', 'x'.repeat(65_536)]) {
      const more = { 'Content-Type': type, 'Content-Length': String(body.length) }
      t.equal(
        (await send({ ...sent, ...more }, { body })).status,
        200,
        `${JSON.stringify(type)}, ${body.length}`,
      )
    }
  t.equal((await send({ ...sent, 'Content-Length': '4' }, { body: 'body' })).status, 200)
  t.equal((await send(sent)).status, 200, 'neither length nor type')
  const chunked = { ...sent, 'Transfer-Encoding': 'chunked' }
  t.equal((await send(chunked, { body: '4\r\nbody\r\n0\r\n\r\n' })).status, 200)
  t.equal(did().length, 2 * (11 * 5 + 3))
})

t.test('refuses a larger body of any type', async t => {
  const { send, did } = await notificationService(t, [family])
  const sent = headersOf(family)
  t.equal((await send({ ...sent, 'Content-Length': '65537' })).status, 413, 'before it comes')
  const body = `10001\r\n${'x'.repeat(65_537)}\r\n0\r\n\r\n`
  t.equal((await send({ ...sent, 'Transfer-Encoding': 'chunked' }, { body })).status, 413)
  t.same(did(), [])
  t.equal((await send(sent)).status, 200, 'others are served')
})

t.test('refuses other methods and addresses', async t => {
  const { send, did } = await notificationService(t, [family])
  for (const method of ['GET', 'HEAD', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']) {
    const { status, headers } = await send(headersOf(family), { method })
    t.match([status, headers], [405, { allow: 'POST' }], method)
  }
  t.equal((await send(headersOf(family), { path: '/api/webhook/other' })).status, 404)
  t.equal((await send(headersOf(family), { path: '/api/webhook/calendar/' })).status, 404)
  t.equal((await send(headersOf(family), { path: '/api/webhook/calendar?x=1' })).status, 200)
  t.same(did(), ['read 1', 'pull'])
})
