import * as fc from 'fast-check'
import t from 'tap'
import { backOffSeconds } from '../../src/runner/runner.ts'

t.test('the wait doubles from 2 s and ends at 10 minutes', async t => {
  const waits = [1, 2, 3, 8, 9, 10, 10_000].map(attempts => backOffSeconds(attempts, () => 0))
  t.same(waits, [2, 4, 8, 256, 512, 600, 600])
})

t.test('chance takes at most half of it', async t => {
  const attempts = fc.integer({ min: 1, max: 1e6 })
  const chance = fc.double({ min: 0, max: 1, noNaN: true })
  const holds = fc.property(attempts, chance, (n, drawn) => {
    const full = backOffSeconds(n, () => 0)
    const wait = backOffSeconds(n, () => drawn)
    return wait <= full && wait >= full / 2 && wait >= 1
  })
  t.doesNotThrow(() => fc.assert(holds))
})
