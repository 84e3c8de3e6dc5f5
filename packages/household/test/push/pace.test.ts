import t from 'tap'
import { createPace } from '../../src/push/pace.ts'

t.test('no window holds more calls than allowed', async t => {
  const pace = createPace({ calls: 3, milliseconds: 40 })
  const began = performance.now()
  for (let call = 0; call < 8; call++) {
    await pace()
    const earliest = Math.floor(call / 3) * 40
    t.ok(performance.now() - began >= earliest, `call ${call} not before ${earliest} ms`)
  }
})

t.test('callers at the same time share the pace', async t => {
  const pace = createPace({ calls: 1, milliseconds: 40 })
  const began = performance.now()
  await Promise.all([pace(), pace(), pace()])
  t.ok(performance.now() - began >= 80)
})

t.test('a wait can be called off', async t => {
  const pace = createPace({ calls: 1, milliseconds: 60_000 })
  const stop = new AbortController()
  await pace(stop.signal)
  const waiting = pace(stop.signal)
  stop.abort()
  await t.rejects(waiting, { name: 'AbortError' })
  await t.rejects(pace(stop.signal), { name: 'AbortError' })
})
