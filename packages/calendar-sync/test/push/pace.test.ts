import t from 'tap'
import { createPace } from '../../src/push/paced-calendar.ts'

/** A clock that moves only when the pace sleeps. */
function fakeClock() {
  let at = 0
  return {
    now: () => at,
    sleep: async (milliseconds: number) => void (at += milliseconds),
    advance: (seconds: number) => void (at += seconds * 1000),
  }
}

t.test('allows a burst at once, then the rate', async t => {
  const clock = fakeClock()
  const pace = createPace({ burst: 100, unitsPerSecond: 8 }, clock)
  for (let call = 0; call < 100; call++) await pace.take(1)
  t.equal(clock.now(), 0)
  for (let call = 0; call < 8; call++) await pace.take(1)
  t.equal(Math.round(clock.now()), 1_000)
  await pace.take(3)
  t.equal(Math.round(clock.now()), 1_375, 'a call of three units waits for three units')
  clock.advance(60)
  const rested = clock.now()
  for (let call = 0; call < 100; call++) await pace.take(1)
  t.equal(clock.now(), rested, 'a pause refills the bucket up to the burst')
  await pace.take(1)
  t.ok(clock.now() > rested)
})

t.test('a refusal halves the rate for a minute after the requested wait', async t => {
  const clock = fakeClock()
  const pace = createPace({ burst: 10, unitsPerSecond: 10 }, clock)
  pace.slowDown(0)
  await pace.take(5)
  t.equal(Math.round(clock.now()), 1_000, '5 units at 5 a second')
  pace.slowDown(100)
  await pace.take(5)
  t.equal(Math.round(clock.now()), 3_000, 'a quarter of the rate; the job request keeps the wait')
  clock.advance(150)
  await pace.take(10)
  const waited = clock.now()
  await pace.take(5)
  t.equal(Math.round(clock.now() - waited), 2_000, 'no faster within a minute after the wait')
  clock.advance(130)
  await pace.take(10)
  const rested = clock.now()
  await pace.take(10)
  t.equal(Math.round(clock.now() - rested), 1_000, 'back at the full rate')
})

t.test('a waiting caller can be aborted', async t => {
  const pace = createPace({ burst: 1, unitsPerSecond: 0.01 })
  const stop = new AbortController()
  await pace.take(1, stop.signal)
  const waiting = pace.take(1, stop.signal)
  stop.abort()
  await t.rejects(waiting, { name: 'AbortError' })
  await t.rejects(pace.take(1, stop.signal), { name: 'AbortError' })
})
