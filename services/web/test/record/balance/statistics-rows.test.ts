import { inNights, type Split } from '@night-routine/fairness'
import t from 'tap'
import { assignment, day, inTurn, sitter } from '../../nights.ts'
import { accountOf, spanOf } from './entered.ts'

const tonight = day('2026-11-20')
const span = spanOf('2026-10', '2026-11')

type Given = Omit<Parameters<typeof accountOf>[0], 'tonight' | 'span'> & {
  span?: ReturnType<typeof spanOf>
}

const said = (units: number | null) => (units === null ? '–' : inNights(units))

/** Each row as "period month status: a b babysitter, difference, balance". */
const rowsOf = (given: Given) =>
  accountOf({ tonight, span, ...given }).rows.map(({ period, month, status, sum, ...row }) => {
    const { a, b, babysitter } = sum.counts
    return `${period} ${month} ${status}: ${a} ${b} ${babysitter}, ${said(row.difference)}, ${said(row.balance)}`
  })

t.test(
  'what is done and what is planned are rows of their own, and so is what lies around',
  async t => {
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
    t.same(rowsOf({ nights, span: spanOf('2026-08', '2026-09') }), [
      'month 2026-09 soFar: 1 0 0, 1, 1',
      'after 2026-09 soFar: 1 1 1, 0, 1',
      'after 2026-09 planned: 0 2 0, -2, -1',
    ])
    t.same(rowsOf({ nights, span: spanOf('2026-12', '2027-01') }), [
      'before 2026-12 soFar: 2 1 1, 1, 1',
      'before 2026-12 planned: 0 1 0, -1, 0',
      'month 2026-12 planned: 0 1 0, -1, -1',
    ])
  },
)

t.test('nights before the first one that counts are shown, and change no balance', async t => {
  const nights = inTurn('2026-10-28', 6)
  t.same(rowsOf({ nights, countFrom: day('2026-10-29') }), [
    'month 2026-10 uncounted: 1 0 0, –, –',
    'month 2026-10 soFar: 1 2 0, -1, -1',
    'month 2026-11 soFar: 1 1 0, 0, -1',
  ])
  t.same(rowsOf({ nights, countFrom: day('2026-11-20') }), [
    'month 2026-10 uncounted: 2 2 0, –, –',
    'month 2026-11 uncounted: 1 1 0, –, –',
  ])
})

t.test('a month without a night is a row once there were nights', async t => {
  t.same(rowsOf({ nights: inTurn('2026-10-31', 1) }), [
    'month 2026-10 soFar: 1 0 0, 1, 1',
    'month 2026-11 soFar: 0 0 0, 0, 1',
  ])
  t.same(rowsOf({ nights: inTurn('2026-11-19', 1) }), ['month 2026-11 soFar: 1 0 0, 1, 1'])
  t.same(rowsOf({ nights: inTurn('2026-09-30', 1) }).slice(1), [
    'month 2026-10 soFar: 0 0 0, 0, 1',
    'month 2026-11 soFar: 0 0 0, 0, 1',
  ])
  t.same(rowsOf({ nights: inTurn('2026-11-19', 1), span: spanOf('2026-11', '2027-02') }), [
    'month 2026-11 soFar: 1 0 0, 1, 1',
  ])
  t.same(rowsOf({ nights: [] }), [])
})

/** Whether something is done, whether something is planned, and until when. */
function done(given: Given) {
  const { soFar, withPlan, planEnd } = accountOf({ tonight, span, ...given })
  return [soFar !== null, withPlan !== null, planEnd?.toString() ?? null]
}

t.test('nothing is done until a night that counts is over', async t => {
  t.same(done({ nights: [] }), [false, false, null])
  t.same(done({ nights: inTurn('2026-11-20', 3) }), [false, true, '2026-11-22'])
  t.same(done({ nights: inTurn('2026-11-18', 2) }), [true, false, null])
  t.same(done({ nights: inTurn('2026-11-30', 9) }), [false, true, '2026-12-08'])
  const uncounted = { nights: inTurn('2026-10-01', 2), countFrom: day('2026-10-20') }
  t.same(done(uncounted), [false, false, null], 'an empty November is nothing done')
})

t.test('shares and weights are the ledger’s, night by night and in groups', async t => {
  const split: Split = {
    share: 60,
    weights: { weekdays: { 6: 1.5 }, nights: [{ night: day('2026-11-13'), weight: 3 }] },
  }
  // 26 September and 14 November are Saturdays.
  const nights = [
    assignment('2026-09-26', 'b'),
    assignment('2026-11-13', 'a'),
    assignment('2026-11-14', 'a'),
  ]
  const { rows, points } = accountOf({ tonight, span, nights, split })
  t.same(
    rows.map(({ sum }) => sum.weighed),
    [
      { a: 0, b: 1.5 },
      { a: 0, b: 0 },
      { a: 4.5, b: 0 },
    ],
  )
  t.same(
    rows.map(({ balance }) => inNights(balance ?? 0)),
    [-1.8, -1.8, 1.8],
  )
  t.same(
    points.map(({ balance }) => inNights(balance)),
    [0.6, 1.8],
  )
})
