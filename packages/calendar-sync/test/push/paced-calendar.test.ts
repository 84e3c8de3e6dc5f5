import { CalendarError } from '@night-routine/calendar'
import t from 'tap'
import { plannedHousehold } from './pushing.ts'

t.test('only a rate limit error slows the pace', async t => {
  const { push, calendar } = await plannedHousehold(t, { nights: 1 })
  for (const [error, waits] of [
    [new CalendarError('rate-limited', { retryAfterSeconds: 7 }), [7]],
    [new CalendarError('usage-limit'), [0]],
    [new CalendarError('unavailable', { retryAfterSeconds: 7 }), []],
  ] as const) {
    const slowed: number[] = []
    const pace = { take: async () => {}, slowDown: (seconds: number) => void slowed.push(seconds) }
    const insertEvent = async () => {
      throw error
    }
    await t.rejects(push({ pace, calendar: { ...calendar, insertEvent } }), error)
    t.same(slowed, waits, error.reason)
  }
})
