import { once } from 'node:events'
import { connect, type AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import t, { type Test } from 'tap'
import { createLogger, createService, sharedServer } from '../../src/index.ts'

const arrival = { headersMs: 300, requestMs: 400, restMs: 100, checkMs: 50 }

/** A service that listens itself, or is one of those behind a shared server. @returns its port */
async function open(t: Test, isShared = false, limits = arrival) {
  const logger = createLogger({ name: 'x', level: 'silent' })
  const service = createService({ logger, arrival: limits })
  service.post('/', async () => 'taken')
  service.post('/closed', { onRequest: async (_, reply) => reply.code(401).send('no') }, () => '')
  t.teardown(() => service.close())
  if (!isShared) await service.listen({ port: 0, host: '127.0.0.1' })
  const server = isShared ? await share(t, service) : service.server
  return (server.address() as AddressInfo).port
}

async function share(t: Test, service: FastifyInstance) {
  await service.ready()
  const server = sharedServer((...exchange) => service.routing(...exchange), arrival)
  await once(server.listen(0, '127.0.0.1'), 'listening')
  t.teardown(() => server.close())
  return server
}

/** Sends the beginning and then one byte at a time, until the server closes the connection. */
async function drip(port: number, beginning: string) {
  const socket = connect(port, '127.0.0.1')
  let answer = ''
  socket.on('error', () => undefined)
  socket.setEncoding('utf8').on('data', text => (answer += String(text)))
  socket.write(beginning)
  const sending = setInterval(() => socket.writable && socket.write('a'), 20)
  const closed = new Promise<boolean>(resolve => socket.on('close', () => resolve(true)))
  // Without the limit this takes a minute, which is far from both.
  const ended = await Promise.race([closed, sleep(15_000, false, { ref: false })])
  clearInterval(sending)
  socket.destroy()
  return { ended, answer }
}

const post = (path: string, more: string) =>
  `POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n${more}`
const long = 'Content-Length: 60000\r\n\r\n'

const closes = (isShared: boolean) => async (t: Test) => {
  const port = await open(t, isShared)
  const cases: [what: string, beginning: string, answer: RegExp | string][] = [
    ['headers', 'GET / HTTP/1.1\r\nHost: x\r\nX: ', 'HTTP/1.1 408 '],
    ['a body', post('/', long), 'HTTP/1.1 408 '],
    ['a body in chunks', post('/', 'Transfer-Encoding: chunked\r\n\r\nffff\r\n'), '408 '],
    ['a body without a route', post('/nowhere', long), 'HTTP/1.1 404 '],
    ['a body without a session', post('/closed', long), 'HTTP/1.1 401 '],
    ['a body of a GET', `GET / HTTP/1.1\r\nHost: x\r\n${long}`, 'HTTP/1.1 405 '],
  ]
  const outcomes = await Promise.all(cases.map(([, beginning]) => drip(port, beginning)))
  for (const [index, [what, , expected]] of cases.entries()) {
    t.equal(outcomes[index]?.ended, true, `${what}: the connection ended`)
    t.match(outcomes[index]?.answer, expected, what)
  }
}
t.test('closes the connection of a request that arrives too slowly', closes(false))
t.test('so does a server that several services share', closes(true))

t.test('keeps the connection of a request that arrives in time', async t => {
  const port = await open(t, false, { ...arrival, headersMs: 60_000, requestMs: 60_000 })
  const socket = connect(port, '127.0.0.1')
  t.teardown(() => socket.destroy())
  let answers = ''
  socket.setEncoding('utf8').on('data', text => (answers += String(text)))
  for (const count of [1, 2]) {
    socket.write(post('/', 'Content-Length: 2\r\n\r\n{'))
    socket.write('}')
    while (answers.split(' 200 OK').length <= count) await once(socket, 'data')
    await sleep(150)
  }
  t.equal(socket.destroyed, false)
})
