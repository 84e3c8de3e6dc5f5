import type { CalendarPort, EventDraft } from '@night-routine/calendar'
import { createLogger } from '@night-routine/service'
import t from 'tap'
import { pushJob } from '../../src/jobs/push.ts'
import { connectedHousehold, recordNights } from '../household.ts'

const clock = { now: () => Temporal.Instant.from('2026-11-20T18:00:00Z') }
const logger = createLogger({ name: 'test', level: 'silent' })
const unused = async () => {
  throw new Error('not expected')
}

t.test('stays within the quota of the provider across runs', async t => {
  const { db } = await connectedHousehold(t)
  const calls: number[] = []
  const calendar: CalendarPort = {
    quota: {
      burst: 20,
      unitsPerSecond: 20,
      units: { read: 1, insert: 2, update: 6, remove: 1 },
    },
    listCalendars: unused,
    getEvent: unused,
    updateEvent: unused,
    removeEvent: unused,
    listChanges: unused,
    listOurEvents: unused,
    watch: unused,
    stopChannel: unused,
    insertEvent: async (_calendarId: string, { eventId, summary, properties }: EventDraft) => {
      calls.push(performance.now())
      const dates = { startDate: null, endDate: null }
      return {
        eventId,
        summary,
        etag: '"1"',
        status: 'confirmed',
        description: '',
        repeats: false,
        properties: { ...properties },
        ...dates,
      }
    },
  }
  const push = pushJob({ db, calendar, clock, logger, publicUrl: 'http://localhost:8080' })
  const run = { guard: () => {}, signal: new AbortController().signal, requests: 1 }
  const startedAt = performance.now()
  await recordNights(db, Temporal.PlainDate.from('2026-11-20'), 7)
  await push(run)
  await recordNights(db, Temporal.PlainDate.from('2026-11-20'), 12)
  await push(run)
  t.equal(calls.length, 12)
  for (const [index, at] of calls.entries())
    t.ok(at - startedAt >= Math.max(0, index - 9) * 99, `call ${index}`)
})
