import type { Caregiver, Explanation, Reason } from '@night-routine/fairness'
import { wordingFor } from '@night-routine/wording'
import * as fc from 'fast-check'
import t from 'tap'

const english = wordingFor('en')
const nonsense = /undefined|null|NaN|\[object/

const reasons: (Reason | null)[] = [
  'Override',
  'Unavailability',
  'Consecutive Limit',
  'Total Count',
  'Recent Count',
  'Alternating',
  null,
]
const count = fc.nat(5000)
const counts = fc.record({ a: count, b: count })
const date = fc
  .integer({ min: 0, max: 40_000 })
  .map(days => Temporal.PlainDate.from('1990-01-01').add({ days }).toString())
const parent = fc.constantFrom('a' as const, 'b' as const)

const explanation: fc.Arbitrary<Explanation> = fc.record({
  reason: fc.constantFrom(...reasons),
  totals: counts,
  last30: counts,
  streak: fc.record({ parent: fc.option(parent), nights: count }),
  away: fc.subarray(['a' as const, 'b' as const]),
  absence: fc.option(
    fc
      .tuple(date, date)
      .map(dates => dates.toSorted())
      .map(([from = '', to = '']) => ({ from, to })),
  ),
})
const name = fc.constantFrom('Alex', 'Robin', 'Zoë', '👩‍🚀', '<i>', 'Anne-Marie d’Arc')
const caregiver = fc.constantFrom<Caregiver | null>('a', 'b', 'babysitter', null)

t.test('any numbers give one whole sentence', async t => {
  fc.assert(
    fc.property(
      explanation,
      caregiver,
      fc.record({ a: name, b: name }),
      fc.option(fc.record({ name })),
      (why, who, names, babysitter) => {
        const sentence = english.explain({
          explanation: why,
          caregiver: who,
          names,
          babysitter,
        })
        const isParents = babysitter === null && (who === 'a' || who === 'b')
        const isNamed = !isParents || sentence.includes(names[who])
        const isWhole = /^\S.*\S\.$/u.test(sentence) && !/\s\s/.test(sentence)
        return isNamed && isWhole && !nonsense.test(sentence)
      },
    ),
    { numRuns: 3000 },
  )
  t.pass()
})
