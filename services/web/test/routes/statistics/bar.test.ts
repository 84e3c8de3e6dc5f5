import * as fc from 'fast-check'
import t from 'tap'
import { bar } from '../../../src/routes/statistics/bar.ts'

t.test('a parent is one piece, the other two lines, a babysitter dashes', async t => {
  t.same(bar({ a: 2, b: 1, babysitter: 2 }), [
    { kind: 'a', x: 0, y: 0, width: 2, height: 16 },
    { kind: 'b', x: 2, y: 0, width: 1, height: 7 },
    { kind: 'b', x: 2, y: 9, width: 1, height: 7 },
    { kind: 'babysitter', x: 3, y: 0, width: 1, height: 16 },
    { kind: 'babysitter', x: 4, y: 0, width: 1, height: 16 },
  ])
})

t.test('who did no night has no piece', async t => {
  t.same(bar({ a: 0, b: 0, babysitter: 0 }), [])
  t.same(
    bar({ a: 0, b: 3, babysitter: 0 }).map(({ kind, x }) => [kind, x]),
    [
      ['b', 0],
      ['b', 0],
    ],
  )
})

t.test('a month fills as much of its bar as it has nights, and never more', async () => {
  const counts = fc
    .tuple(fc.nat(31), fc.nat(31), fc.nat(31))
    .filter(([a, b, babysitter]) => a + b + babysitter <= 31)
  fc.assert(
    fc.property(counts, ([a, b, babysitter]) => {
      const ends = bar({ a, b, babysitter }).map(({ x, width }) => x + width)
      return Math.max(0, ...ends) === a + b + babysitter
    }),
  )
})
