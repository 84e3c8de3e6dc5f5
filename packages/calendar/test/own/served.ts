import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import type { Test } from 'tap'
import { answerDav, type DavReply, type DavRequest } from '../../src/own/dav.ts'
import { memoryStore } from './memory-store.ts'

type Answer = (request: DavRequest) => Promise<DavReply>

const person = { email: 'alex@example.com', calendarName: 'Night Routine' }

/**
 * Our server over a store in memory, without passwords.
 * @param between stands between a client and the server
 */
export async function served(
  t: Test,
  between = async (request: DavRequest, answer: Answer) => answer(request),
) {
  const store = memoryStore()
  async function handle(request: IncomingMessage, response: ServerResponse) {
    const { method = '', url: path = '', headers } = request
    const { 'if-match': ifMatch, 'if-none-match': ifNoneMatch } = headers
    const [depth] = [headers.depth].flat()
    const given = { method, path, depth, ifMatch, ifNoneMatch, body: await text(request) }
    const reply = await between(given, async asked => answerDav(asked, store, person))
    response.writeHead(reply.status, reply.headers).end(reply.body)
  }
  const server = createServer((...both) => void handle(...both)).listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.teardown(() => server.close())
  const { port } = server.address() as AddressInfo
  const url = `http://127.0.0.1:${port}/dav/`
  const account = { url, home: `${url}calendars/`, username: person.email, password: 'x' }
  return { store, account, calendarId: '/dav/calendars/nights/' }
}
