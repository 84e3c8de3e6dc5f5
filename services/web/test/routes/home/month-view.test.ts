import { wordingFor } from '@night-routine/wording'
import t from 'tap'
import { monthView } from '../../../src/routes/home/month-view.ts'
import { people } from '../../demo-household.ts'
import { day, inTurn, month } from '../../nights.ts'

const facts = {
  month: month('2026-11'),
  tonight: day('2026-11-20'),
  weekStart: 1,
  nights: inTurn('2026-10-28', 31),
  people,
  selected: null,
  wording: wordingFor('en'),
}

t.test('the weeks hold each day once, from the first day of the week on', async t => {
  const { weeks, weekdays, title } = monthView(facts)
  t.equal(title, 'November 2026')
  t.same(weekdays.map(({ short }) => short).slice(0, 2), ['Mon', 'Tue'])
  t.same(
    weeks.flat().map(({ day: number }) => number),
    ['26', '27', '28', '29', '30', '31', ...numbers(30), ...numbers(6)],
  )
  t.same(
    weeks.flat().filter(({ outside }) => outside).length,
    12,
    'days of the months beside it are marked',
  )
})

t.test('a week that starts on Sunday lists its days from Sunday', async t => {
  const { weekdays, weeks } = monthView({ ...facts, weekStart: 7 })
  t.same(weekdays[0], { long: 'Sunday', short: 'Sun' })
  t.equal(weeks[0]?.[0]?.day, '1')
})

t.test('marks tonight, and links back to it from other months', async t => {
  const here = monthView(facts)
  t.equal(here.weeks.flat().filter(({ tonight }) => tonight).length, 1)
  t.ok(here.current)
  const there = monthView({ ...facts, month: month('2027-01') })
  t.notOk(there.current)
  t.same(there.previous, { month: '2026-12', title: 'December 2026' })
  t.same(there.next, { month: '2027-02', title: 'February 2027' })
})

t.test('the open night is marked', async t => {
  const selected = facts.nights[24] ?? null
  const marked = monthView({ ...facts, selected })
    .weeks.flat()
    .filter(cell => cell.selected)
  t.same(
    marked.map(({ day: number }) => number),
    ['21'],
  )
})

t.test('a month in which planning begins starts with the week of its first night', async t => {
  const begun = monthView({ ...facts, nights: inTurn('2026-11-18', 10) })
  t.equal(begun.weeks[0]?.[0]?.day, '16')
  t.equal(begun.weeks.length, 3)
  t.equal(monthView({ ...facts, nights: [] }).weeks.length, 6, 'an empty month is whole')
})

const icons = (more: Partial<Parameters<typeof monthView>[0]>) =>
  monthView({ ...facts, ...more }).legend.marks.map(({ icon }) => icon)

t.test('the legend explains the icons that the month shows', async t => {
  t.same(icons({}), [])
  t.same(icons({ pending: [day('2026-11-20')] }), ['clock'])
})

function numbers(count: number) {
  return Array.from({ length: count }, (_, index) => String(index + 1))
}
