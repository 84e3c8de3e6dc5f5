import { wordingFor } from '@night-routine/wording'
import t from 'tap'
import { isWithinReach, monthRange, monthView } from '../../../src/nights/home/month-view.ts'
import { parseMonth } from '../../../src/plugins/month.ts'
import { people } from '../../demo-household.ts'
import { day, inTurn, month } from '../../nights.ts'

const facts = {
  month: month('2026-11'),
  tonight: day('2026-11-20'),
  weekStart: 1,
  nights: inTurn('2026-10-28', 31),
  people,
  wording: wordingFor('en'),
}

t.test('a month is shown in whole weeks from any first day of the week', async t => {
  for (const { of, weekStart, ...range } of [
    { of: '2026-11', weekStart: 1, from: '2026-10-26', to: '2026-12-06', weeks: 6 },
    { of: '2026-11', weekStart: 7, from: '2026-11-01', to: '2026-12-05', weeks: 5 },
    { of: '2027-02', weekStart: 1, from: '2027-02-01', to: '2027-02-28', weeks: 4 },
    { of: '2028-02', weekStart: 1, from: '2028-01-31', to: '2028-03-05', weeks: 5 },
  ])
    t.equal(JSON.stringify(monthRange(month(of), weekStart)), JSON.stringify(range), of)
  for (const [of, within] of [
    ['2021-10', false],
    ['2021-11', true],
    ['2031-11', true],
    ['2031-12', false],
  ] as const)
    t.equal(isWithinReach(month(of), facts.tonight), within, of)
  t.equal(parseMonth('2026-11')?.toString(), '2026-11')
  for (const text of ['2026-13', '0000-00', '2026-1', '2026-02-30', ' 2026-11', ''])
    t.equal(parseMonth(text), undefined, text)
})

t.test(
  'the weeks hold each day once, and mark tonight, the open night and other months',
  async t => {
    const view = monthView({ ...facts, selected: [day('2026-11-21')] })
    t.equal(view.title, 'November 2026')
    t.same(view.weekdays[0], { long: 'Monday', short: 'Mon' })
    const cells = view.weeks.flat()
    const days = cells.map(({ day: number }) => Number(number))
    t.same(days.slice(0, 8), [26, 27, 28, 29, 30, 31, 1, 2])
    t.equal(cells.length, 42)
    t.equal(cells.filter(({ outside }) => outside).length, 12)
    t.same(
      cells.filter(cell => cell.selected || cell.tonight).map(({ day: number }) => number),
      ['20', '21'],
    )
    t.notOk(view.current)
    const there = monthView({ ...facts, month: month('2027-01') })
    t.same(there.previous, { month: '2026-12', title: 'December 2026' })
    t.same(there.next, { month: '2027-02', title: 'February 2027' })
    const sunday = monthView({ ...facts, weekStart: 7 })
    t.same([sunday.weekdays[0]?.long, sunday.weeks[0]?.[0]?.day], ['Sunday', '1'])
    const begun = monthView({ ...facts, nights: inTurn('2026-11-18', 10) }).weeks
    t.same([begun[0]?.[0]?.day, begun.length], ['16', 3], 'from the week of its first night on')
    t.equal(monthView({ ...facts, nights: [] }).weeks.length, 6, 'an empty month is whole')
  },
)

const coming = (tonight: string, weekStart = 1) =>
  monthView({
    ...facts,
    nights: inTurn('2026-01-01', 400),
    month: null,
    tonight: day(tonight),
    weekStart,
  })

t.test('the coming weeks start with this one, and show five whole weeks ahead', async t => {
  const view = coming('2026-11-25')
  t.match(view, {
    title: 'The next five weeks',
    current: true,
    previous: { month: '2026-11' },
    next: { month: '2027-01' },
  })
  const cells = view.weeks.flat()
  t.same([cells[0]?.day, cells.at(-1)?.day], ['23', '3'])
  t.same(
    cells.flatMap(({ starts }) => starts ?? []),
    ['Dec', 'Jan'],
  )
  t.equal(coming('2026-11-25', 7).weeks[0]?.[0]?.day, '22')
  for (let days = 0; days < 31; days++)
    t.equal(coming(day('2026-05-01').add({ days }).toString()).weeks.length, 6)
})

t.test('the legend names the trips of the weeks shown, and explains their icons', async t => {
  const trips = [
    { parent: 'b' as const, from: day('2026-11-04'), to: day('2026-11-06') },
    { parent: 'a' as const, from: day('2027-01-04'), to: day('2027-01-06') },
  ]
  t.match(monthView({ ...facts, trips }).legend.trips, [
    { text: 'Robin is away Wednesday 4 to Friday 6 November', kind: 'b' },
  ])
  const tonight = [day('2026-11-20')]
  for (const [more, ...icons] of [
    [{}],
    [{ pending: tonight }, 'clock'],
    [{ asked: tonight }, 'ask'],
    [{ nights: facts.nights.map(night => ({ ...night, note: 'Bath' })) }, 'note'],
    [{ nights: facts.nights.map(night => ({ ...night, weight: 2 })) }, 'weight'],
  ] as const)
    t.same(
      monthView({ ...facts, ...more }).legend.marks.map(({ icon }) => icon),
      icons,
    )
})
