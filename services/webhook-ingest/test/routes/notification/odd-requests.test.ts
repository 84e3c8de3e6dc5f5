import { checkOdd, oddRequest } from '@night-routine/odd-input'
import { sendBytes } from '@night-routine/servers/raw-http'
import t from 'tap'
import { channel, headersOf } from '../../channels.ts'
import { notificationService } from './notification-service.ts'

const family = channel()

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
      const text = await sendBytes(port, bytes, { isAll: true })
      if (text !== '' && !/^HTTP\/1\.1 (?:100|2\d\d|4\d\d) /.test(text)) throw new Error(text)
      const { status } = await send(headersOf(family))
      if (status !== 200) throw new Error(`the next one got ${status}`)
    },
    { cases: 120 },
  )
})
