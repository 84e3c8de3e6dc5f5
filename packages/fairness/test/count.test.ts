import { countNights } from '@night-routine/fairness'
import type { Caregiver } from '@night-routine/fairness'
import * as fc from 'fast-check'
import t from 'tap'
import { day, records } from './requests.ts'

t.test('counts no nights', async t => {
  t.same(countNights([]), { total: { a: 0, b: 0, babysitter: 0 }, months: [] })
})

t.test('counts per caregiver, in total and by month', async t => {
  t.same(countNights([...records('abas'), ...records('bbs', 27)]), {
    total: { a: 2, b: 3, babysitter: 2 },
    months: [
      { month: '2026-01', counts: { a: 2, b: 1, babysitter: 1 } },
      { month: '2026-02', counts: { a: 0, b: 2, babysitter: 1 } },
    ],
  })
})

t.test('months are in order, whatever the order of the nights', async t => {
  const nights = ['2027-01-01', '2026-02-28', '2026-12-31', '2026-11-01'].map(text => ({
    night: Temporal.PlainDate.from(text),
    caregiver: 'a' as const,
  }))
  t.same(
    countNights(nights).months.map(({ month }) => month),
    ['2026-02', '2026-11', '2026-12', '2027-01'],
  )
})

t.test('an open night counts for neither parent, but its month is listed', async t => {
  const empty = { a: 0, b: 0, babysitter: 0 }
  t.same(countNights([{ night: day(0), caregiver: null }]), {
    total: empty,
    months: [{ month: '2026-01', counts: empty }],
  })
})

t.test('the months add up to the total', async t => {
  const caregiver = fc.constantFrom<Caregiver | null>('a', 'b', 'babysitter', null)
  const nights = fc.array(
    fc.record({ night: fc.integer({ min: -400, max: 400 }).map(day), caregiver }),
  )
  fc.assert(
    fc.property(nights, list => {
      const { total, months } = countNights(list)
      for (const who of ['a', 'b', 'babysitter'] as const) {
        const sum = months.reduce((all, { counts }) => all + counts[who], 0)
        if (sum !== total[who]) return false
        if (sum !== list.filter(night => night.caregiver === who).length) return false
      }
      return JSON.stringify(countNights(list.toReversed())) === JSON.stringify({ total, months })
    }),
    { numRuns: 1000 },
  )
  t.pass()
})
