import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import t from 'tap'
import { oneAddress } from '../../src/home/one-address.ts'

const answer = (request: IncomingMessage, response: ServerResponse) =>
  void response.end(`of ${request.url}`)

t.test('a request waits for services that are starting', async t => {
  const composing = Promise.withResolvers<{ answer: typeof answer }>()
  const server = createServer((...exchange) => void listener(...exchange)).listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.teardown(() => server.close())
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const listener = oneAddress(url, composing.promise)
  const arrived = once(server, 'request')
  const asked = fetch(`${url}/early`, { method: 'POST', body: 'x' })
  await arrived
  composing.resolve({ answer })
  t.equal(await (await asked).text(), 'of /early')
})
