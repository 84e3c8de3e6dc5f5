import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { answerDav, connectCalDav } from '@night-routine/calendar'
import { calendarPerson } from '@night-routine/servers/caldav'
import t, { type Test } from 'tap'
import { contract } from '../contract/contract.ts'
import { personIn, type Subject } from '../contract/subject.ts'
import { connectOwn, ownCalendarId } from '../../src/own/connect.ts'
import { memoryStore } from './memory-store.ts'

const path = '/dav/calendars/nights/'

/** Our server over a store in memory. */
async function served(t: Test) {
  const store = memoryStore()
  async function answer(request: IncomingMessage, response: ServerResponse) {
    const { method = '', url = '', headers } = request
    const given = {
      method,
      path: url,
      depth: [headers.depth].flat()[0],
      ifMatch: headers['if-match'],
      ifNoneMatch: headers['if-none-match'],
      body: await text(request),
    }
    const person = { email: 'alex@example.com', calendarName: 'Night Routine' }
    const { status, headers: more, body } = await answerDav(given, store, person)
    response.writeHead(status, more).end(body)
  }
  const server = createServer((...both) => void answer(...both)).listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.teardown(() => server.close())
  const { port } = server.address() as AddressInfo
  const url = `http://127.0.0.1:${port}/dav/`
  const account = { url, home: `${url}calendars/`, username: 'alex@example.com', password: 'x' }
  // It cannot be removed: any other one is gone.
  const person = {
    ...personIn(calendarPerson(account), path),
    removeCalendar: async () => '/dav/calendars/other/',
  }
  return { store, account, person }
}

const sides: Record<string, (t: Test) => Promise<Subject>> = {
  'the port': async t => {
    const { store, person } = await served(t)
    const port = connectOwn(store)
    return { port, calendarId: ownCalendarId, isAtomic: true, person }
  },
  'our CalDAV adapter at our server': async t => {
    const { account, person } = await served(t)
    // It makes no other calendar.
    const { createCalendar: _makesNone, ...port } = connectCalDav(account)
    const [calendar] = await port.listCalendars()
    return { port, calendarId: calendar?.id ?? '', isAtomic: true, person }
  },
}

for (const [side, subject] of Object.entries(sides))
  t.test(side, async t => {
    for (const [rule, check] of Object.entries(contract))
      await t.test(rule, async t => check(t, await subject(t)))
  })
