import { Agent } from 'node:https'
import t, { type Test } from 'tap'
import { createPushSender, makePushKeys } from '../../../src/channels/push/push.ts'
import { changes } from '../messages.ts'
import { browser, pushService, type Answer } from './push-service.ts'

const keys = await makePushKeys()
const now = () => Temporal.Now.instant()

/** Sends to a push service on this machine that goes by another name. */
async function sender(t: Test, host: string, answer: Answer) {
  const service = await pushService(t, answer)
  const agent = new Agent({
    ...service.agent.options,
    lookup: (_host, _options, found) => found(null, [{ address: '127.0.0.1', family: 4 }]),
    checkServerIdentity: () => undefined,
  })
  const { port } = new URL(service.origin)
  const { subscription } = browser(`https://${host}:${port}/push/1`)
  const subject = 'https://routine.example.org'
  const send = createPushSender({ keys, subject, now, agent, timeoutMs: 10_000 })
  return () => send(changes, { email: 'alex@example.com', values: {}, subscription })
}

const mismatch = { kind: 'gone', code: 'push-key-mismatch' }

t.test('an explanation without end, or cut off, costs nothing', async t => {
  const endless = await sender(t, 'web.push.apple.com', (_request, response) => {
    response.writeHead(403).write('{"reason":"VapidPkHashMismatch"}'.padEnd(3000))
  })
  t.same(await endless(), mismatch)
  const cut = await sender(t, 'web.push.apple.com', (_request, response) => {
    response.writeHead(403, { 'content-length': '5000' }).write('{"reason":"VapidPkHashMismatch"')
    setImmediate(() => response.destroy())
  })
  t.not((await cut()).kind, 'sent', 'whether or not the reason arrived')
  const late = await sender(t, 'web.push.apple.com', (_request, response) => {
    response.writeHead(403).write(' '.repeat(3000) + 'VapidPkHashMismatch')
  })
  t.same(await late(), { kind: 'give-up', code: 'push-403' }, 'what comes later is not read')
})
