import { setTimeout as sleep } from 'node:timers/promises'
import t from 'tap'
import { spacedWakes } from '../src/spaced-wakes.ts'

t.test('a burst wakes at once, and once more after it', async t => {
  let woken = 0
  const wakes = spacedWakes(async () => void woken++, { restMs: 100 })
  for (let call = 0; call < 50; call++) wakes.soon()
  await sleep(10)
  t.equal(woken, 1, 'the first is not kept waiting')
  for (let call = 0; call < 50; call++) wakes.soon()
  await sleep(40)
  t.equal(woken, 1)
  await sleep(100)
  t.equal(woken, 2, 'the last is not forgotten')
  await sleep(150)
  t.equal(woken, 2)
  wakes.soon()
  await sleep(10)
  t.equal(woken, 3, 'after a rest it is at once again')
  await wakes.close()
})

t.test('what is still to come is woken before the end', async t => {
  let woken = 0
  const wakes = spacedWakes(async () => void woken++, { restMs: 60_000 })
  wakes.soon()
  await sleep(10)
  wakes.soon()
  await wakes.close()
  t.equal(woken, 2)
})

t.test('without anything to come the end is at once', async t => {
  let woken = 0
  await spacedWakes(async () => void woken++, { restMs: 60_000 }).close()
  t.equal(woken, 0)
})

t.test('the end waits for a wake-up under way', async t => {
  const ended = Promise.withResolvers<void>()
  const wakes = spacedWakes(() => ended.promise, { restMs: 60_000 })
  wakes.soon()
  await sleep(10)
  let closed = false
  const closing = wakes.close().then(() => (closed = true))
  await sleep(10)
  t.equal(closed, false)
  ended.resolve()
  await closing
  t.equal(closed, true)
})
