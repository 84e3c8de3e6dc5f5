import { wordingFor } from '@night-routine/wording'
import t from 'tap'
import { monthView } from '../../../src/nights/home/month-view.ts'
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
  t.notOk(here.current)
  t.ok(monthView({ ...facts, month: null }).current)
  const there = monthView({ ...facts, month: month('2027-01') })
  t.notOk(there.current)
  t.same(there.previous, { month: '2026-12', title: 'December 2026' })
  t.same(there.next, { month: '2027-02', title: 'February 2027' })
})

t.test('the open night is marked', async t => {
  const marked = monthView({ ...facts, selected: [day('2026-11-21')] })
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

const coming = (tonight: string, weekStart = 1) => {
  const nights = inTurn('2026-01-01', 400)
  const { title, weeks, previous, next } = monthView({
    ...facts,
    nights,
    month: null,
    tonight: day(tonight),
    weekStart,
  })
  const days = weeks.flat().map(cell => `${cell.day}${cell.starts ?? ''}`)
  return {
    title,
    first: days[0],
    last: days.at(-1),
    starts: days.filter(text => /\D/.test(text)),
    rows: weeks.length,
    previous,
    next,
  }
}

t.test(
  'the coming weeks start with this one, and show five whole weeks ahead on any day',
  async t => {
    t.match(coming('2026-11-25'), {
      title: 'The next five weeks',
      first: '23',
      last: '3',
      starts: ['1Dec', '1Jan'],
      rows: 6,
      previous: { month: '2026-11' },
      next: { month: '2027-01' },
    })
    t.match(coming('2026-11-30'), { first: '30', last: '10', previous: { month: '2026-11' } })
    t.match(coming('2026-11-25', 7), { first: '22', last: '2' })
    for (let days = 0; days < 31; days++)
      t.equal(coming(day('2026-05-01').add({ days }).toString()).rows, 6)
  },
)

t.test('the legend names the trips of the weeks shown', async t => {
  const trips = [
    { parent: 'b' as const, from: day('2026-11-04'), to: day('2026-11-06') },
    { parent: 'a' as const, from: day('2027-01-04'), to: day('2027-01-06') },
  ]
  t.same(
    monthView({ ...facts, trips }).legend.trips.map(({ text, kind }) => [text, kind]),
    [['Robin is away Wednesday 4 to Friday 6 November', 'b']],
  )
})

const icons = (more: Partial<Parameters<typeof monthView>[0]>) =>
  monthView({ ...facts, ...more }).legend.marks.map(({ icon }) => icon)

t.test('the legend explains the icons that the month shows', async t => {
  t.same(icons({}), [])
  t.same(icons({ pending: [day('2026-11-20')] }), ['clock'])
  t.same(icons({ asked: [day('2026-11-20')] }), ['ask'])
  const nights = facts.nights.map(night => ({ ...night, note: 'Bath' }))
  t.same(icons({ nights }), ['note'])
  t.same(icons({ nights: facts.nights.map(night => ({ ...night, weight: 2 })) }), ['weight'])
})

function numbers(count: number) {
  return Array.from({ length: count }, (_, index) => String(index + 1))
}
