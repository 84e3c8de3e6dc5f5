import t from 'tap'
import { ledgerOf } from '../src/ledger.ts'
import { talliesBefore } from '../src/tallies-before.ts'

const day = (text: string) => Temporal.PlainDate.from(text)
const ledger = ledgerOf({
  weights: { weekdays: {}, nights: [{ night: day('2026-11-18'), weight: 2 }] },
  later: [{ from: day('2026-11-19'), share: 60 }],
})

t.test('has the counts before each night, from a date on', async t => {
  const record = [
    { night: day('2026-11-18'), caregiver: 'b' },
    { night: day('2026-11-20'), caregiver: 'a' },
    { night: day('2026-11-21'), caregiver: null },
    { night: day('2026-11-22'), caregiver: 'babysitter' },
    { night: day('2026-12-19'), caregiver: 'a' },
  ] as const
  const older = { counts: { a: 5, b: 3, babysitter: 1 }, weighed: { a: 6, b: 3 }, balance: 60 }
  const tallies = talliesBefore(record, { from: day('2026-11-21'), older }, ledger)
  t.same([...tallies.keys()], ['2026-11-21', '2026-11-22', '2026-12-19'])
  t.same(tallies.get('2026-11-22'), {
    totals: { a: 6, b: 4 },
    last30: { a: 1, b: 1 },
    streak: { parent: 'a', nights: 1 },
    weighed: { totals: { a: 7, b: 5 }, last30: { a: 1, b: 2 } },
    balance: { totals: 36, last30: -24 },
  })
  t.same(tallies.get('2026-12-19')?.last30, { a: 1, b: 0 }, 'a missing date counts as a date')
})
