import { setImmediate as turn } from 'node:timers/promises'
import { waitFor } from '@night-routine/servers'
import t from 'tap'
import { spacedWakes } from '../src/spaced-wakes.ts'

/** Counts the wake-ups, and rests until the test ends the rest. */
function counting() {
  let woken = 0
  let resting = Promise.withResolvers<void>()
  const rest = async (_ms: number, signal: AbortSignal) => {
    resting = Promise.withResolvers<void>()
    if (signal.aborted) return
    signal.addEventListener('abort', () => resting.resolve())
    await resting.promise
  }
  const wakes = spacedWakes(async () => void woken++, { restMs: 60_000, rest })
  return {
    wakes,
    woken: async () => {
      await turn()
      return woken
    },
    rested: async () => {
      resting.resolve()
      await turn()
    },
  }
}

t.test('a burst wakes at once, and once more after the rest', async t => {
  const { wakes, woken, rested } = counting()
  for (let call = 0; call < 50; call++) wakes.soon()
  t.equal(await woken(), 1, 'the first is not kept waiting')
  for (let call = 0; call < 50; call++) wakes.soon()
  t.equal(await woken(), 1)
  await rested()
  t.equal(await woken(), 2, 'the last is not forgotten')
  await rested()
  t.equal(await woken(), 2)
  wakes.soon()
  t.equal(await woken(), 3, 'after a rest it is at once again')
  await wakes.close()
})

t.test('a rest ends by itself', async t => {
  let woken = 0
  const wakes = spacedWakes(async () => void woken++, { restMs: 1 })
  wakes.soon()
  await turn()
  wakes.soon()
  await waitFor('the second one', () => woken === 2)
  await wakes.close()
  t.pass('both')
})

t.test('close sends a pending wake-up', async t => {
  const { wakes, woken } = counting()
  wakes.soon()
  t.equal(await woken(), 1)
  wakes.soon()
  await wakes.close()
  t.equal(await woken(), 2)
})

t.test('close waits for a wake-up in progress', async t => {
  const ended = Promise.withResolvers<void>()
  const wakes = spacedWakes(() => ended.promise, { restMs: 60_000 })
  wakes.soon()
  await turn()
  let closed = false
  const closing = wakes.close().then(() => (closed = true))
  await turn()
  t.equal(closed, false)
  ended.resolve()
  await closing
  t.equal(closed, true)
})
