import { parseSecretKeys } from '@night-routine/database/connection'
import { createLogger } from '@night-routine/service'
import { memoryCalendar } from '../../../packages/calendar/test/memory-calendar.ts'
import { restAfter, workerJobs } from '../src/jobs.ts'
import { selectedHousehold, recordNights } from './household.ts'
import t from 'tap'

t.test('the rest after a pull is half a second, and longer after many notifications', async t => {
  for (const notifications of [0, 1, 2, 5]) t.equal(restAfter(notifications), 0.5)
  t.equal(restAfter(10), 1, 'ten nights that were written')
})

t.test('a burst of any size causes a handful of pulls, the first at once', async t => {
  for (const perSecond of [30, 100, 1_000]) {
    const starts: number[] = []
    let answered = 0
    const end = 10
    for (let now = 0; answered < end * perSecond;) {
      const arrived = Math.min(end, now) * perSecond
      const count = Math.max(1, Math.floor(arrived) - answered)
      starts.push(now)
      answered += count
      now += restAfter(count)
    }
    t.equal(starts[0], 0)
    t.ok((starts.at(-1) ?? Infinity) < end + 4, 'the last is answered soon')
    const text = `${perSecond} a second: ${starts.map(start => start.toFixed(1)).join(', ')}`
    t.ok(starts.length <= (perSecond < 100 ? 6 : 5), text)
  }
})

t.test('stays within the quota of the provider across runs', async t => {
  const { db } = await selectedHousehold(t)
  const { calendar } = memoryCalendar({ remembersRemoved: true })
  let passed = 0
  const calls: number[] = []
  const { push } = workerJobs({
    db,
    keys: parseSecretKeys(['ab'.repeat(32)]),
    calendar: {
      ...calendar,
      quota: { burst: 20, unitsPerSecond: 20, units: { read: 1, insert: 2, update: 6, remove: 1 } },
      insertEvent: async (...args) => {
        calls.push(Math.round(passed))
        return calendar.insertEvent(...args)
      },
    },
    grants: null,
    address: null,
    publicUrl: 'http://localhost:8080',
    senders: async () => ({}),
    setUp: [],
    clock: { now: () => Temporal.Instant.from('2026-11-20T18:00:00Z') },
    logger: createLogger({ name: 'test', level: 'silent' }),
    paceClock: { now: () => passed, sleep: async ms => void (passed += ms) },
  })
  const run = { guard: () => {}, signal: new AbortController().signal, requests: 1 }
  for (const nights of [7, 12]) {
    await recordNights(db, Temporal.PlainDate.from('2026-11-20'), nights)
    await push(run)
  }
  const burst = Array.from({ length: 10 }, () => 0)
  t.same(calls, [...burst, 100, 200], 'twenty units at once, then twenty a second')
})
