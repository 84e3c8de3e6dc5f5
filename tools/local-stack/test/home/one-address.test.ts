import { once } from 'node:events'
import { createServer, get, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import t from 'tap'
import { oneAddress } from '../../src/home/one-address.ts'

const answer = (request: IncomingMessage, response: ServerResponse) =>
  void response.end(`of ${request.url}`)

t.test('other names of this machine lead to the one address', async t => {
  const listener = oneAddress('http://localhost:8080', Promise.resolve({ answer }))
  const server = createServer((...exchange) => void listener(...exchange)).listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.teardown(() => server.close())
  const { port } = server.address() as AddressInfo
  const ask = async (host: string) => {
    const asking = get({ port, host: '127.0.0.1', path: '/settings?x=1', headers: { host } })
    const [response] = (await once(asking, 'response')) as [IncomingMessage]
    return [response.statusCode, response.headers.location, await text(response)]
  }
  t.same(await ask('localhost:8080'), [200, undefined, 'of /settings?x=1'])
  for (const host of ['127.0.0.1:8080', 'localhost', 'other.example:8080'])
    t.same(await ask(host), [308, 'http://localhost:8080/settings?x=1', ''], host)
})

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

async function text(response: IncomingMessage): Promise<string> {
  return Buffer.concat(await response.toArray()).toString()
}
