import { connect } from 'node:net'
import { checkOdd, oddRequest, oddText } from '@night-routine/odd-input'
import * as fc from 'fast-check'
import t from 'tap'
import { channel, headersOf } from '../../channels.ts'
import { notificationService } from './notification-service.ts'

const family = channel()

/** What is answered to these bytes, which are all that is sent. */
async function answerTo(port: number, bytes: Buffer): Promise<string> {
  const socket = connect(port, '127.0.0.1')
  let text = ''
  socket.setEncoding('latin1').on('data', chunk => (text += String(chunk)))
  socket.on('error', () => undefined)
  const closed = new Promise(resolve => socket.on('close', resolve))
  socket.end(bytes)
  await closed
  return text
}

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
  const ours = new Set(['X-Goog-Channel-ID', 'X-Goog-Channel-Token', 'X-Goog-Resource-ID'])
  // HTTP has no line breaks and no NUL in a header.
  const value = oddText({ maxLength: 2_000 }).map(text =>
    Buffer.from(text.replaceAll(/[\0\r\n]/g, ' ')).toString('latin1'),
  )
  const cases = fc.tuple(fc.constantFrom(...Object.keys(headersOf(family))), value)
  await checkOdd(
    t,
    cases,
    async ([name, text]) => {
      const { status } = await send({ ...headersOf(family), [name]: text })
      const isBad = /^[ \t]*$|[^\t\x20-\x7e\x80-\xff]/.test(text)
      const expected = isBad ? 400 : ours.has(name) ? 403 : 200
      if (status !== expected) throw new Error(`${status} instead of ${expected}`)
      if (did().includes('pull') && status !== 200) throw new Error('a pull')
    },
    { cases: 120 },
  )
})
