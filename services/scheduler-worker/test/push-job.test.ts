import type { EventDraft } from '@night-routine/calendar'
import t from 'tap'
import { handlersFor, heldRun, stubCalendar } from './handlers.ts'
import { selectedHousehold, recordNights } from './household.ts'

t.test('stays within the quota of the provider across runs', async t => {
  const { db } = await selectedHousehold(t)
  const calls: number[] = []
  const calendar = stubCalendar({
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
  })
  const { push } = handlersFor(db, calendar)
  const startedAt = performance.now()
  await recordNights(db, Temporal.PlainDate.from('2026-11-20'), 7)
  await push(heldRun)
  await recordNights(db, Temporal.PlainDate.from('2026-11-20'), 12)
  await push(heldRun)
  t.equal(calls.length, 12)
  for (const [index, at] of calls.entries())
    t.ok(at - startedAt >= Math.max(0, index - 9) * 99, `call ${index}`)
})
