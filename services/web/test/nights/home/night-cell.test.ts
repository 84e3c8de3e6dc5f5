import type { Assignment } from '@night-routine/database/nights'
import { wordingFor } from '@night-routine/wording'
import t from 'tap'
import { nightCell, type CellFacts } from '../../../src/nights/home/night-cell.ts'
import { people } from '../../demo-household.ts'
import { assignment, day, month, sitter } from '../../nights.ts'

const date = '2026-11-12'
const cell = (night: Assignment | null, more: Partial<CellFacts> = {}) =>
  nightCell({
    date: day(date),
    assignment: night,
    month: month('2026-11'),
    tonight: day('2026-11-20'),
    weekStart: 1,
    people,
    selected: false,
    pending: false,
    trips: [],
    asked: false,
    noted: false,
    weight: null,
    readOnly: false,
    wording: wordingFor('en'),
    ...more,
  })
const alexs = assignment(date, 'a', { id: 9007199254740993n })
const robins = assignment(date, 'b')
const trip = (from: string, to: string) => ({
  trips: [{ parent: 'a' as const, from: day(from), to: day(to) }],
})

t.test('every state of a night has a text and a look', async t => {
  const all = { asked: true, noted: true, weight: 2, ...trip(date, '2026-11-14') }
  const toAlex = { ...trip(date, '2026-11-14'), people: { ...people, reader: 'a' as const } }
  for (const [night, more, kind, text] of [
    [alexs, {}, 'a', ': Alex'],
    [robins, {}, 'b', ': Robin'],
    [{ ...robins, override: true }, {}, 'b', ': Robin, locked'],
    [sitter(date, 'Maria'), {}, 'babysitter', ': Maria, babysitter, locked'],
    [assignment(date, 'babysitter'), {}, 'babysitter', ': Babysitter, babysitter'],
    [assignment(date, null), {}, 'open', ': no one available, needs a decision'],
    [null, {}, 'unplanned', ', not planned yet'],
    [alexs, { pending: true }, 'a', ': Alex, not in the calendar yet'],
    [robins, all, 'b', ': Robin, asked, note, counts 2 nights, Alex away'],
    [robins, toAlex, 'b', ': Robin, you’re away'],
  ] as const) {
    const shown = cell(night, more)
    t.equal(shown.before + shown.day + shown.after, `Thursday 12 November${text}`)
    t.equal(shown.kind, kind)
  }
  const { name, fits, marks } = cell(sitter(date, 'Maria'))
  t.same([name, fits, marks.map(({ icon }) => icon)], ['Maria', true, ['star', 'lock']])
  t.same(cell(assignment(date, null)).marks, [], 'the name says it')
  const long = assignment(date, 'babysitter', { babysitter: { name: 'Charlotte' } })
  t.match(cell(long), { name: 'Char\u00ADlot\u00ADte', fits: false }, 'it may break')
})

t.test('a trip is a line across its nights, with its icon where it begins in a row', async t => {
  for (const [from, to, weekStart, begins, ends, icon] of [
    [date, date, 1, true, true, 'away'],
    ['2026-11-11', '2026-11-13', 1, false, false, null],
    ['2026-11-11', date, 4, false, true, 'away'],
  ] as const) {
    const { trips, marks } = cell(robins, { ...trip(from, to), weekStart })
    t.same([trips, marks.map(mark => mark.icon)], [[{ kind: 'a', begins, ends }], [icon]])
  }
})

t.test('a planned night leads to its details, on the page of the month', async t => {
  const id = '9007199254740993'
  t.same(cell(alexs).link, { month: '2026-11', id })
  t.match(cell(alexs, { month: month('2026-12') }), { link: { month: '2026-12' }, outside: true })
  t.match(cell(alexs, { month: null }), { link: { month: null }, outside: false })
  t.equal(cell(null).link, null)
  const first = { date: day('2026-12-01') }
  t.equal(cell(null, { ...first, month: null }).starts, 'Dec', 'among the coming weeks')
  t.equal(cell(null, { ...first, month: month('2026-12') }).starts, null)
  for (const [tonight, past, isTonight] of [
    ['2026-11-13', true, false],
    ['2026-11-12', false, true],
    ['2026-11-11', false, false],
  ] as const)
    t.match(cell(null, { tonight: day(tonight) }), { past, tonight: isTonight })
})
