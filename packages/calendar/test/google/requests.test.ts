import type { IncomingMessage } from 'node:http'
import { gzipSync } from 'node:zlib'
import { connectGoogle } from '@night-routine/calendar'
import t from 'tap'
import { draftOf } from '../contract/subject.ts'
import { scriptedServer } from '../scripted-server.ts'

const event = { id: 'nr0', etag: '"1"', status: 'confirmed' }

t.test('asks only for the fields that we read, compressed', async t => {
  let request: IncomingMessage | undefined
  const apiRootUrl = await scriptedServer(t, (incoming, response) => {
    request = incoming
    response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' })
    response.end(gzipSync(JSON.stringify(event)))
  })
  const calendar = connectGoogle({ apiRootUrl, accessToken: async () => 'secret' })
  t.match(await calendar.getEvent('family', 'nr0'), { eventId: 'nr0' })
  t.match(request?.headers, { authorization: 'Bearer secret', 'accept-encoding': 'gzip' })
  const url = new URL(request?.url ?? '', apiRootUrl)
  t.equal(url.pathname, '/calendar/v3/calendars/family/events/nr0')
  t.same(Object.fromEntries(url.searchParams), {
    fields:
      'id,etag,status,summary,description,start/date,end/date,recurrence,visibility,extendedProperties/private',
  })
})

t.test('a write names the version it replaces', async t => {
  const versions: unknown[] = []
  const apiRootUrl = await scriptedServer(t, (request, response) => {
    versions.push(request.headers['if-match'])
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(event))
  })
  const calendar = connectGoogle({ apiRootUrl, accessToken: async () => 'secret' })
  const draft = draftOf('family', '2026-11-12')
  await calendar.updateEvent('family', '"7"', draft)
  await calendar.removeEvent('family', 'nr0', '"8"')
  t.same(versions, ['"7"', '"8"'])
})
