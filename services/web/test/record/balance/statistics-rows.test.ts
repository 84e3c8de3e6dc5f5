import { inNights } from '@night-routine/fairness'
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
