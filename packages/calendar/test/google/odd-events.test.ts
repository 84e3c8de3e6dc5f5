import { connectGoogle } from '@night-routine/calendar'
import { checkOdd, oddDate, oddJson, oddText } from '@night-routine/odd-input'
import * as fc from 'fast-check'
import t from 'tap'
import { remoteEvent } from '../../src/google/event-body.ts'
import { failure } from '../failure.ts'
import { scriptedServer } from '../scripted-server.ts'
import { textsOf } from '../texts-of.ts'

const id = `nr${'a'.repeat(30)}`
const event = {
  id,
  etag: '"1"',
  status: 'confirmed',
  summary: '[Alex] 🌃👶Routine',
  description: 'Alex has the first turn.',
  start: { date: '2026-12-01' },
  end: { date: '2026-12-02' },
  recurrence: ['RRULE:FREQ=DAILY'],
  visibility: 'default',
  extendedProperties: { private: { app: 'night-routine', hash: 'h' } },
}

t.test('any JSON is an event with well-formed text, or none', async t => {
  const given: fc.Arbitrary<unknown> = fc.oneof(
    oddJson(event).map(valueOf),
    oddDate().map(date => ({ ...event, start: { date } })),
    oddText().map(summary => ({ ...event, summary })),
    oddText({ seeds: ['app'] }).map(name => ({
      ...event,
      extendedProperties: { private: { [name]: name } },
    })),
  )
  await checkOdd(t, given, value => {
    const found = remoteEvent(value)
    for (const text of textsOf(found))
      if (!text.isWellFormed() || text.includes('\0') || text.length > 20_000)
        throw new Error(`odd text: ${JSON.stringify(text.slice(0, 100))}`)
    for (const date of [found?.startDate, found?.endDate])
      if (date) date.subtract({ days: 1 }).add({ days: 2 })
  })
})

function valueOf(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString())
  } catch {
    return null
  }
}

t.test('an odd date makes our event unreadable, and a foreign one is skipped', async t => {
  const alike = ['0000-12-01', '+275760-09-13', '2026-12-01[u-ca=hebrew]']
  for (const date of ['2026-02-30', 'tomorrow', ...alike, 5]) {
    const odd = { ...event, start: { date: date as string } }
    t.match(remoteEvent(odd), { eventId: id, etag: '"1"', unreadable: true, startDate: null })
    t.equal(remoteEvent({ ...odd, id: 'dentist' }), null)
  }
})

t.test('any list of events is read, or refused as a failure of the calendar', async t => {
  let body: Uint8Array = Buffer.from('')
  const apiRootUrl = await scriptedServer(t, (_, response) =>
    response.writeHead(200, { 'content-type': 'application/json' }).end(body),
  )
  const calendar = connectGoogle({ apiRootUrl, accessToken: async () => 'token' })
  const page = { nextSyncToken: 'token', items: [event, { ...event, id: 'dentist' }] }
  await checkOdd(
    t,
    oddJson(page),
    async bytes => {
      body = bytes
      await settled(calendar.listChanges('family', { syncToken: null }))
    },
    { cases: 60 },
  )
})

t.test('a list whose pages repeat ends', async t => {
  const apiRootUrl = await scriptedServer(t, (_, response) =>
    response
      .writeHead(200, { 'content-type': 'application/json' })
      .end('{"items":[],"nextPageToken":"same"}'),
  )
  const calendar = connectGoogle({ apiRootUrl, accessToken: async () => 'token' })
  t.match(await failure(calendar.listChanges('family', { syncToken: null })), {
    reason: 'unavailable',
  })
  t.match(await failure(calendar.listCalendars()), { reason: 'unavailable' })
})

/** The answer; null for a failure of the calendar. */
async function settled<T>(answer: Promise<T>): Promise<T | null> {
  try {
    return await answer
  } catch (error) {
    if (error instanceof Error && error.name === 'CalendarError') return null
    throw error
  }
}
