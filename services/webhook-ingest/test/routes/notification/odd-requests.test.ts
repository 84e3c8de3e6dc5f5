import { connect } from 'node:net'
import { checkOdd, oddRequest } from '@night-routine/odd-input'
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
