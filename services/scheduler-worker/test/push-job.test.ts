import type { EventDraft } from '@night-routine/calendar'
import t from 'tap'
import { handlersFor, heldRun, stubCalendar } from './handlers.ts'
import { selectedHousehold, recordNights } from './household.ts'

t.test('stays within the quota of the provider across runs', async t => {
  const { db } = await selectedHousehold(t)
  let passed = 0
  const paceClock = { now: () => passed, sleep: async (ms: number) => void (passed += ms) }
  const calls: number[] = []
  const calendar = stubCalendar({
    insertEvent: async (_calendarId: string, { eventId, summary, properties }: EventDraft) => {
      calls.push(Math.round(passed))
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
  const { push } = handlersFor(db, calendar, { paceClock })
  await recordNights(db, Temporal.PlainDate.from('2026-11-20'), 7)
  await push(heldRun)
  await recordNights(db, Temporal.PlainDate.from('2026-11-20'), 12)
  await push(heldRun)
  const burst = Array.from({ length: 10 }, () => 0)
  t.same(calls, [...burst, 100, 200], 'twenty units at once, then twenty a second')
})
