import { connect } from 'node:net'
import { checkOdd, oddRequest, oddText } from '@night-routine/odd-input'
import * as fc from 'fast-check'
import t from 'tap'
import { channel, headersOf } from '../../channels.ts'
import { notificationService } from './notification-service.ts'

const family = channel()

/** What is answered to these bytes until the connection closes, or says nothing for a while. */
async function answerTo(port: number, bytes: Buffer): Promise<string> {
  const socket = connect(port, '127.0.0.1')
  let text = ''
  socket.setEncoding('latin1').on('data', chunk => (text += String(chunk)))
  socket.on('error', () => undefined)
  socket.setTimeout(60, () => socket.destroy())
  const closed = new Promise(resolve => socket.on('close', resolve))
  socket.write(bytes)
  await closed
  return text
}

t.test('takes any media type, also a malformed one, and any body or none', async t => {
  const { send, did } = await notificationService(t, [family])
  const types = ['', ';;;', 'nonsense', '/', 'application/json; charset=utf-16', 'a/b; c="', '\xe9']
  for (const type of types)
    for (const body of ['', '{', '\xff\xfe\0', 'x'.repeat(65_536)]) {
      const more = { 'Content-Type': type, 'Content-Length': String(body.length) }
      const { status } = await send({ ...headersOf(family), ...more }, { body })
      t.equal(status, 200, `${JSON.stringify(type)}, ${body.length}`)
    }
  t.equal(did().length, 2 * types.length * 4)
})

t.test('answers odd requests, and takes the next one', async t => {
  const { port, send } = await notificationService(t, [family])
  const requests = oddRequest({
    method: 'POST',
    path: '/api/webhook/calendar',
    headers: {
      Connection: 'close',
      'Content-Type': 'application/json; utf-8',
      ...headersOf(family),
    },
    body: '{"a":1}',
  })
  await checkOdd(
    t,
    requests,
    async bytes => {
      const text = await answerTo(port, bytes)
      if (text !== '' && !/^HTTP\/1\.1 (?:100|2\d\d|4\d\d) /.test(text)) throw new Error(text)
      const { status } = await send(headersOf(family))
      if (status !== 200) throw new Error(`the next one got ${status}`)
    },
    { cases: 120 },
  )
})

t.test('odd values of headers are refused, or taken where nothing depends on them', async t => {
  const { send, did } = await notificationService(t, [family])
  // HTTP has no line breaks and no NUL in a header.
  const value = oddText({ maxLength: 2_000 }).map(text =>
    Buffer.from(text.replaceAll(/[\0\r\n]/g, ' ')).toString('latin1'),
  )
  const cases = fc.tuple(fc.constantFrom(...Object.keys(headersOf(family))), value)
  /** How many since the last time. */
  const pulls = () => did().filter(step => step === 'pull').length
  await checkOdd(
    t,
    cases,
    async ([name, text]) => {
      pulls()
      const { status } = await send({ ...headersOf(family), [name]: text })
      if (![200, 400, 403].includes(status)) throw new Error(`${status}`)
      if (status !== 200 && pulls() > 0) throw new Error(`a pull, and ${text}`)
    },
    { cases: 120 },
  )
})
