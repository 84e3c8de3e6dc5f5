import { inNights, ledgerOf, shares, type Split } from '@night-routine/fairness'
import * as fc from 'fast-check'
import t from 'tap'
import { assignment, day, inTurn, sitter } from '../../nights.ts'
import { accountOf, spanOf } from './entered.ts'

const tonight = day('2026-11-20')
const autumn = spanOf('2026-10', '2026-11')
type Given = Omit<Parameters<typeof accountOf>[0], 'tonight' | 'span'>

const said = (units: number | null) => (units === null ? '–' : inNights(units))

/** Each row as "period month status: a b babysitter, difference, balance". */
const rowsOf = (given: Given, span = autumn) =>
  accountOf({ tonight, span, ...given }).rows.map(({ period, month, status, sum, ...row }) => {
    const { a, b, babysitter } = sum.counts
    return `${period} ${month} ${status}: ${a} ${b} ${babysitter}, ${said(row.difference)}, ${said(row.balance)}`
  })

t.test('what is done, what is planned and what lies around are rows of their own', async t => {
  const nights = [
    assignment('2026-09-30', 'a'),
    assignment('2026-10-01', 'a'),
    sitter('2026-10-02', 'Maria'),
    assignment('2026-11-19', 'b'),
    assignment('2026-11-20', 'b'),
    assignment('2026-11-21', null),
    assignment('2026-12-01', 'b'),
  ]
  t.same(rowsOf({ nights }), [
    'before 2026-10 soFar: 1 0 0, 1, 1',
    'month 2026-10 soFar: 1 0 1, 1, 2',
    'month 2026-11 soFar: 0 1 0, -1, 1',
    'month 2026-11 planned: 0 1 0, -1, 0',
    'after 2026-11 planned: 0 1 0, -1, -1',
  ])
  t.same(rowsOf({ nights }, spanOf('2026-12', '2027-01')), [
    'before 2026-12 soFar: 2 1 1, 1, 1',
    'before 2026-12 planned: 0 1 0, -1, 0',
    'month 2026-12 planned: 0 1 0, -1, -1',
  ])
})

t.test(
  'nights before the first one that counts change no balance; months without are rows',
  async t => {
    t.same(rowsOf({ nights: inTurn('2026-10-28', 6), countFrom: day('2026-10-29') }), [
      'month 2026-10 uncounted: 1 0 0, –, –',
      'month 2026-10 soFar: 1 2 0, -1, -1',
      'month 2026-11 soFar: 1 1 0, 0, -1',
    ])
    t.same(rowsOf({ nights: inTurn('2026-10-31', 1) }), [
      'month 2026-10 soFar: 1 0 0, 1, 1',
      'month 2026-11 soFar: 0 0 0, 0, 1',
    ])
    t.same(rowsOf({ nights: inTurn('2026-11-19', 1) }), ['month 2026-11 soFar: 1 0 0, 1, 1'])
    t.same(rowsOf({ nights: [] }), [])
  },
)

t.test('nothing is done until a night that counts is over', async t => {
  for (const [given, soFar, withPlan, end] of [
    [{ nights: [] }, false, false, undefined],
    [{ nights: inTurn('2026-11-20', 3) }, false, true, '2026-11-22'],
    [{ nights: inTurn('2026-11-18', 2) }, true, false, undefined],
    [{ nights: inTurn('2026-10-01', 2), countFrom: day('2026-10-20') }, false, false, undefined],
  ] as const) {
    const account = accountOf({ tonight, span: autumn, ...given })
    t.same([account.soFar !== null, account.withPlan !== null], [soFar, withPlan])
    t.equal(account.planEnd?.toString(), end)
  }
})

t.test('this year and the last twelve months end with last night', t => {
  const nights = [
    assignment('2025-11-19', 'a'),
    assignment('2025-11-20', 'a'),
    assignment('2025-12-31', 'a'),
    assignment('2026-01-01', 'b'),
    assignment('2026-11-19', 'b'),
    assignment('2026-11-20', 'b'),
  ]
  const { thisYear, lastYear, soFar } = accountOf({ tonight, span: autumn, nights })
  const counts = [thisYear, lastYear, soFar].map(sum => [sum?.counts.a, sum?.counts.b])
  t.same(counts, [
    [0, 2],
    [2, 2],
    [3, 2],
  ])
  const young = accountOf({ tonight, span: autumn, nights: [assignment('2026-11-20', 'a')] })
  t.same([young.thisYear, young.lastYear], [null, null])
  t.end()
})

t.test('shares and weights change the page only where a sum is changed by them', t => {
  const nights = inTurn('2026-11-16', 6)
  const weekends = { weekdays: { 6: 2 }, nights: [] }
  for (const [split, isHalves, isWeighed] of [
    [{}, true, false],
    [{ share: 60 }, false, false],
    [{ weights: weekends }, true, true],
    [{ weights: { weekdays: {}, nights: [{ night: day('2027-01-01'), weight: 2 }] } }, true, false],
    [{ later: [{ from: day('2026-11-21'), share: 60 }] }, false, false],
    [{ later: [{ from: day('2026-11-22'), share: 60 }] }, true, false],
  ] satisfies [Split, boolean, boolean][])
    t.match(accountOf({ tonight, span: autumn, nights, split }), { isHalves, isWeighed })
  t.end()
})

t.test('rows, points and periods add up to the totals, whatever was agreed when', t => {
  const first = day('2026-09-01')
  const after = (days: number) => first.add({ days })
  const weight = fc.constantFrom(1, 1.5, 2, 2.5, 3)
  const weekdays = fc.dictionary(fc.constantFrom('1', '5', '6'), weight, { maxKeys: 2 })
  const turns = fc.record({
    parent: fc.constantFrom('a' as const, 'b' as const),
    weekday: fc.integer({ min: 1, max: 7 }),
    weeks: fc.integer({ min: 1, max: 4 }),
    isMadeGood: fc.boolean(),
  })
  const agreement = fc.record({
    from: fc.nat(130).map(after),
    share: fc.constantFrom(...shares),
    weekdays,
    turns: fc.option(turns),
  })
  const split: fc.Arbitrary<Split> = fc.record({
    share: fc.constantFrom(50, ...shares),
    weights: fc.record({
      weekdays,
      nights: fc.array(fc.record({ night: fc.nat(120).map(after), weight }), { maxLength: 1 }),
    }),
    later: fc
      .uniqueArray(agreement, { maxLength: 3, selector: ({ from }) => from.toString() })
      .map(all => all.toSorted((one, other) => Temporal.PlainDate.compare(one.from, other.from))),
  })
  const given = fc.record({
    caregivers: fc.array(fc.constantFrom('a', 'b', 'a', 'b', 'babysitter', null, 'none'), {
      minLength: 60,
      maxLength: 130,
    }),
    split,
    countFrom: fc.option(fc.nat(120).map(after)),
    span: fc.constantFrom(spanOf('2026-11', '2026-11'), spanOf('2026-10', '2027-02'), autumn),
  })
  fc.assert(
    fc.property(given, ({ caregivers, ...facts }) => {
      const nights = caregivers.flatMap((caregiver, index) =>
        caregiver === 'none' ? [] : assignment(after(index).toString(), caregiver),
      )
      const { step, weightOf } = ledgerOf(facts.split)
      const balance = (from: Temporal.PlainDate | null, until: Temporal.PlainDate | null) =>
        nights
          .filter(({ night }) => from === null || Temporal.PlainDate.compare(night, from) >= 0)
          .filter(({ night }) => until === null || Temporal.PlainDate.compare(night, until) < 0)
          .map(({ night, caregiver }) => step(caregiver, weightOf(night), night))
          .reduce((sum, each) => sum + each, 0)
      const { countFrom } = facts
      const account = accountOf({ tonight, nights, ...facts })
      const rows = account.rows.filter(({ difference }) => difference !== null)
      const total = (statuses: string[]) =>
        rows
          .filter(({ status }) => statuses.includes(status))
          .reduce((sum, { difference }) => sum + (difference ?? 0), 0)
      const [done, all] = [balance(countFrom, tonight), balance(countFrom, null)]
      t.equal(total(['soFar']), done, 'rows that are done')
      t.equal(account.soFar?.balance ?? 0, done)
      t.equal(account.thisYear?.balance ?? 0, done, 'all nights are of this year')
      t.equal(total(['soFar', 'planned']), all, 'all rows')
      t.equal(rows.at(-1)?.balance ?? 0, all, 'the last row')
      if (account.withPlan) t.equal(account.withPlan.balance, all)
      const shown = rows.filter(({ period }) => period === 'month')
      t.equal(account.points.at(-1)?.balance, shown.findLast(row => row.nights.length > 0)?.balance)
      if (account.isHalves)
        for (const { sum } of rows) t.equal(inNights(sum.balance), sum.weighed.a - sum.weighed.b)
    }),
    { numRuns: 100 },
  )
  t.end()
})
