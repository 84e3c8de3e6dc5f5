import type { RecordedNight } from '@night-routine/database'
import { wordingFor } from '@night-routine/wording'
import * as fc from 'fast-check'
import t from 'tap'
import {
  statisticsMonths,
  statisticsRange,
  statisticsView,
  type StatisticsFacts,
} from '../../../src/routes/statistics/statistics-view.ts'
import { people } from '../../demo-household.ts'
import { assignment, day, inTurn, sitter } from '../../nights.ts'

const facts: StatisticsFacts = {
  tonight: day('2026-11-20'),
  nights: [],
  older: { a: 0, b: 0, nights: 0 },
  countFrom: null,
  names: people.names,
  order: 'newest',
  wording: wordingFor('en'),
}
const view = (more: Partial<StatisticsFacts>) => statisticsView({ ...facts, ...more })
const { tonight } = facts
const isBefore = (one: Temporal.PlainDate, other: Temporal.PlainDate) =>
  Temporal.PlainDate.compare(one, other) < 0
const countsOf = (nights: readonly RecordedNight[]) => ({
  a: nights.filter(({ caregiver }) => caregiver === 'a').length,
  b: nights.filter(({ caregiver }) => caregiver === 'b').length,
})
const said = (balance: number) =>
  balance === 0 ? 'even' : `${balance > 0 ? 'Alex' : 'Robin'} +${Math.abs(balance)}`

t.test('shows twelve months, this one in full and the eleven before it', async t => {
  const { from, to } = statisticsRange(day('2026-11-20'))
  t.same([from.toString(), to.toString()], ['2025-12-01', '2026-11-30'])
  t.same(statisticsRange(day('2028-02-29')).to.toString(), '2028-02-29')
})

t.test('months from the first night on have a row, in the order asked for', async t => {
  const nights = inTurn('2025-12-31', 325)
  const newest = view({ nights }).months.map(({ title }) => title)
  t.equal(newest.length, 12)
  t.same([newest[0], newest[11]], ['November 2026', 'December 2025'])
  t.same(
    view({ nights, order: 'oldest' }).months.map(({ title }) => title),
    newest.toReversed(),
  )
  t.equal(String(statisticsMonths(day('2026-11-20'), 'oldest')[0]), '2025-12')
  const young = view({ nights: inTurn('2026-10-31', 3) }).months.map(({ title }) => title)
  t.same(young, ['November 2026', 'October 2026'], 'no rows of zeros before it')
})

t.test(
  'a month is its difference from even, then the nights of each, babysitters apart',
  async t => {
    const nights = [
      ...inTurn('2026-10-30', 4),
      sitter('2026-11-03', 'Maria'),
      sitter('2026-11-04', 'Jo'),
      sitter('2026-11-05', 'Maria'),
      assignment('2026-11-06', null),
      assignment('2026-11-07', 'b'),
      assignment('2026-11-08', 'b'),
    ]
    const { months, sum, babysitters, headings } = view({ nights })
    t.same(headings, ['Alex', 'Robin', 'Babysitters', 'Total'])
    const numbers = ({ cells }: (typeof months)[number] | typeof sum) =>
      cells.map(({ value }) => value)
    t.match(months[0], {
      title: 'November 2026',
      difference: { text: 'Robin +2', kind: 'b' },
      after: { text: 'Robin +2', kind: 'b' },
    })
    t.match(months[1], { difference: { text: 'even' }, after: { text: 'even' } })
    t.same(months.map(numbers), [
      [1, 3, 3, 7],
      [1, 1, 0, 2],
    ])
    t.match(sum, { title: 'All months', difference: { text: 'Robin +2' } })
    t.same(numbers(sum), [2, 4, 3, 9])
    t.same(babysitters, [
      {
        title: 'November 2026',
        nights: 3,
        people: [
          { name: 'Maria', nights: 2 },
          { name: 'Jo', nights: 1 },
        ],
      },
    ])
  },
)

t.test('the balance goes on from the nights before the months shown', async t => {
  const older = { a: 2, b: 0, nights: 3 }
  const nights = [assignment('2026-11-02', 'b')]
  const { months, chart } = view({ older, nights })
  t.equal(months[0]?.after?.text, 'Alex +1')
  t.equal(chart, null, 'a single night is no line')
  t.match(view({ older, nights: inTurn('2026-11-01', 9) }).chart, {
    above: 'Alex has done more',
    below: 'Robin has done more',
    from: '1 November 2026',
    to: '9 November 2026',
  })
})

t.test('the balance is that of every counted night before tonight', async () => {
  const record = fc.array(fc.constantFrom('a', 'b', 'babysitter', null, 'none'), {
    minLength: 1,
    maxLength: 500,
  })
  fc.assert(
    fc.property(record, fc.option(fc.nat(600)), fc.nat(5), (caregivers, counted, ahead) => {
      const countFrom = counted === null ? null : tonight.subtract({ days: counted })
      const stored = caregivers.flatMap((caregiver, index) => {
        const night = tonight.add({ days: ahead - index })
        return caregiver === 'none' ? [] : assignment(night.toString(), caregiver)
      })
      const done = stored.filter(
        ({ night }) =>
          isBefore(night, tonight) && (countFrom === null || !isBefore(night, countFrom)),
      )
      const { from } = statisticsRange(tonight)
      const older = done.filter(({ night }) => isBefore(night, from))
      const { months, balance } = view({
        countFrom,
        older: { ...countsOf(older), nights: older.length },
        nights: stored.filter(({ night }) => !isBefore(night, from)).toReversed(),
        order: 'oldest',
      })
      const expected = statisticsMonths(tonight, 'oldest')
        .slice(12 - months.length)
        .map(month => {
          const until = done.filter(
            ({ night }) => Temporal.PlainYearMonth.compare(night.toPlainYearMonth(), month) <= 0,
          )
          const { a, b } = countsOf(until)
          return until.length === 0 ? undefined : said(a - b)
        })
      t.same(
        months.map(({ after }) => after?.text),
        expected,
      )
      t.equal(balance.overall.startsWith('No night is done yet'), done.length === 0)
    }),
    { numRuns: 100 },
  )
})

t.test('thirty babysitters are thirty names', async t => {
  const nights = Array.from({ length: 30 }, (_, index) =>
    sitter(`2026-11-${String(index + 1).padStart(2, '0')}`, `Sitter ${index}`),
  )
  t.equal(view({ nights }).babysitters[0]?.people.length, 30)
})

t.test(
  'without a night there is nothing, and before the first one is over there is a plan',
  async t => {
    t.notOk(view({}).planned)
    const young = view({ nights: inTurn('2026-11-20', 3) })
    t.match(young, { planned: true, chart: null, months: [{ after: null }] })
    t.same(young.balance, { overall: 'No night is done yet. This is the plan.', month: '' })
  },
)
