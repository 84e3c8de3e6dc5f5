import { wording } from '@night-routine/wording'
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
  record: [],
  nights: [],
  names: people.names,
  order: 'newest',
  words: wording('en'),
}
const view = (more: Partial<StatisticsFacts>) => statisticsView({ ...facts, ...more })

t.test('twelve months, this one in full and the eleven before', async t => {
  const { from, to } = statisticsRange(day('2026-11-20'))
  t.same([from.toString(), to.toString()], ['2025-12-01', '2026-11-30'])
  t.same(statisticsRange(day('2028-02-29')).to.toString(), '2028-02-29')
})

t.test('every month has a row, in the order asked for', async t => {
  const newest = view({}).months.map(({ title }) => title)
  t.equal(newest.length, 12)
  t.same([newest[0], newest[11]], ['November 2026', 'December 2025'])
  t.same(
    view({ order: 'oldest' }).months.map(({ title }) => title),
    newest.toReversed(),
  )
  t.equal(String(statisticsMonths(day('2026-11-20'), 'oldest')[0]), '2025-12')
})

t.test('nights count per parent, babysitters apart, and in the total', async t => {
  const nights = [
    ...inTurn('2026-10-30', 4),
    sitter('2026-11-03', 'Maria'),
    sitter('2026-11-04', 'Jo'),
    sitter('2026-11-05', 'Maria'),
    assignment('2026-11-06', null),
  ]
  const { months, sum, babysitters } = view({ nights })
  t.match(months[0], { title: 'November 2026', a: 1, b: 1, babysitter: 3, total: 5 })
  t.match(months[1], { title: 'October 2026', a: 1, b: 1, babysitter: 0, total: 2 })
  t.match(months[2], { title: 'September 2026', a: 0, b: 0, babysitter: 0, total: 0, bar: [] })
  t.same(sum, { title: 'All 12 months', a: 2, b: 2, babysitter: 3, total: 7 })
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
})

t.test('thirty babysitters are thirty names', async t => {
  const nights = Array.from({ length: 30 }, (_, index) =>
    sitter(`2026-11-${String(index + 1).padStart(2, '0')}`, `Sitter ${index}`),
  )
  t.equal(view({ nights }).babysitters[0]?.people.length, 30)
})

t.test('says that there are no nights', async t => {
  t.notOk(view({}).planned)
  t.ok(view({ nights: inTurn('2026-11-20', 1) }).planned)
})
