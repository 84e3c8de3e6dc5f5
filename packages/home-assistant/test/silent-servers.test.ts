import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'
import { BrokerError, connectBroker } from '@night-routine/home-assistant'
import t, { type Test } from 'tap'

/** A server that is no broker. @returns its address as MQTT_URL has it */
async function pretender(t: Test, answer: (socket: Socket) => void): Promise<string> {
  const sockets = new Set<Socket>()
  const server = createServer(socket => {
    sockets.add(socket)
    socket.on('error', () => undefined)
    answer(socket)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.teardown(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : undefined
  return `mqtt://nights:hunter2@127.0.0.1:${port}`
}

async function failureOf(url: string, timeoutMs = 5_000): Promise<BrokerError> {
  const error: unknown = await connectBroker({ url, timeoutMs }).then(
    () => 'connected',
    (caught: unknown) => caught,
  )
  if (!(error instanceof BrokerError)) throw error
  return error
}

/** CONNACK of MQTT 3 and of MQTT 5, which has properties. */
const connack = {
  three: (code: number) => [0x20, 2, 0, code],
  five: (code: number) => [0x20, 3, 0, code, 0],
}

const answering = (bytes: number[] | string) => (socket: Socket) => {
  socket.once('data', () => socket.write(typeof bytes === 'string' ? bytes : Buffer.from(bytes)))
}

t.test('says of each server that is no broker what is wrong with it', async t => {
  for (const [what, answer, code] of [
    ['closes at once', (socket: Socket) => socket.end(), 'mqtt-closed'],
    ['resets', (socket: Socket) => socket.resetAndDestroy(), 'mqtt-closed'],
    ['a web server', answering('HTTP/1.1 400 Bad Request\r\n\r\n'), 'mqtt-closed'],
    ['MQTT 3 alone', answering(connack.three(1)), 'mqtt-refused'],
    ['wrong password in MQTT 3', answering(connack.three(5)), 'mqtt-auth'],
    ['wrong password', answering(connack.five(0x86)), 'mqtt-auth'],
    ['not authorized', answering(connack.five(0x87)), 'mqtt-auth'],
    ['busy', answering(connack.five(0x89)), 'mqtt-refused'],
  ] as const) {
    const error = await failureOf(await pretender(t, answer))
    t.equal(error.code, code, what)
    t.match(error.fix, /\.$/)
    t.notMatch(`${error.stack} ${String(error.cause)}`, /hunter2/)
  }
})

t.test('a server that says nothing, or falls silent, is given up in time', async t => {
  t.equal((await failureOf(await pretender(t, () => undefined), 100)).code, 'mqtt-timeout')
  const url = await pretender(t, answering(connack.five(0)))
  const broker = await connectBroker({ url, timeoutMs: 2_000 })
  await t.rejects(broker.publish({ topic: 'a', payload: 'b' }), { code: 'mqtt-timeout' })
  await broker.close()
})

t.test('a host that does not exist, or listens nowhere', async t => {
  t.equal((await failureOf('mqtt://nohost.invalid')).code, 'mqtt-unreachable')
  t.equal((await failureOf('mqtt://127.0.0.1:1')).code, 'mqtt-unreachable')
})

t.test('an attempt ends when it is no longer wanted', async t => {
  const url = await pretender(t, () => undefined)
  const stop = new AbortController()
  const connecting = connectBroker({ url, signal: stop.signal, timeoutMs: 60_000 })
  stop.abort()
  await t.rejects(connecting, BrokerError)
})
