import type { Assignment } from '@night-routine/database/nights'
import { wordingFor } from '@night-routine/wording'
import t from 'tap'
import { nightCell, type CellFacts } from '../../../src/nights/home/night-cell.ts'
import { people } from '../../demo-household.ts'
import { assignment, day, month, sitter } from '../../nights.ts'

const date = '2026-11-12'
const explanation = {
  reason: 'Unavailability' as const,
  totals: { a: 1, b: 1 },
  last30: { a: 1, b: 1 },
  streak: { parent: null, nights: 0 },
  absence: null,
}

function cell(
  night: Assignment | null,
  tonight = '2026-11-20',
  shown: string | null = '2026-11',
  more: Partial<CellFacts> = {},
) {
  return nightCell({
    date: day(date),
    assignment: night,
    month: shown === null ? null : month(shown),
    tonight: day(tonight),
    weekStart: 1,
    people,
    selected: false,
    pending: false,
    trips: [],
    asked: false,
    noted: false,
    weight: 1,
    readOnly: false,
    wording: wordingFor('en'),
    ...more,
  })
}

/** The cell's text for screen readers. */
function spoken(night: Assignment | null, more: Partial<CellFacts> = {}) {
  const { before, day: number, after } = cell(night, undefined, undefined, more)
  return before + number + after
}

t.test('every state of a night has a text', async t => {
  const open = assignment(date, null, { explanation: { ...explanation, away: ['a', 'b'] } })
  const locked = assignment(date, 'b', { override: true })
  t.equal(spoken(assignment(date, 'a')), 'Thursday 12 November: Alex')
  t.equal(spoken(locked), 'Thursday 12 November: Robin, locked')
  t.equal(spoken(sitter(date, 'Maria')), 'Thursday 12 November: Maria, babysitter, locked')
  t.equal(spoken(open), 'Thursday 12 November: no one available, needs a decision')
  t.equal(spoken(null), 'Thursday 12 November, not planned yet')
})

t.test('shows that the calendar is not yet up to date', async t => {
  const { after, marks } = cell(assignment(date, 'a'), undefined, undefined, { pending: true })
  t.same(marks, [{ icon: 'clock', text: 'not in the calendar yet' }])
  t.equal(after, ' November: Alex, not in the calendar yet')
})

t.test('says what is asked, noted and counts more, and who is on a trip', async t => {
  const trips = [{ parent: 'a' as const, from: day('2026-11-12'), to: day('2026-11-14') }]
  const more = { asked: true, noted: true, weight: 2, trips }
  t.equal(
    spoken(assignment(date, 'b'), more),
    'Thursday 12 November: Robin, asked, note, counts 2 nights, Alex away',
  )
  t.equal(
    spoken(assignment(date, 'b'), { trips, people: { ...people, reader: 'a' } }),
    'Thursday 12 November: Robin, you’re away',
  )
  const weekday = { ...explanation, away: ['a' as const] }
  t.equal(
    spoken(assignment(date, 'b', { explanation: weekday })),
    'Thursday 12 November: Robin',
    'a weekday rule is no trip',
  )
})

const part = (from: string, to: string, weekStart = 1) => {
  const trips = [{ parent: 'a' as const, from: day(from), to: day(to) }]
  const { trips: parts, marks } = cell(assignment(date, 'b'), undefined, undefined, {
    trips,
    weekStart,
  })
  return [parts, marks.map(({ icon }) => icon)]
}

const line = (begins: boolean, ends: boolean) => [{ kind: 'a', begins, ends }]

t.test('a trip is a line across its nights, with its icon where it begins in a row', async t => {
  t.same(part('2026-11-12', '2026-11-12'), [line(true, true), ['away']])
  t.same(part('2026-11-11', '2026-11-13'), [line(false, false), [null]])
  t.same(part('2026-11-11', '2026-11-12', 4), [line(false, true), ['away']], 'a new row')
})

t.test('the first of a month says so among the coming weeks', async t => {
  const first = { date: day('2026-12-01') }
  t.equal(cell(null, undefined, null, first).starts, 'Dec')
  t.equal(cell(null, undefined, '2026-12', first).starts, null)
  t.equal(cell(null, undefined, null).starts, null)
})

t.test('every state has a distinct look', async t => {
  const looks = [assignment(date, 'a'), assignment(date, 'b'), sitter(date, 'Maria'), null]
  t.same(
    [...looks, assignment(date, null)].map(night => cell(night).kind),
    ['a', 'b', 'babysitter', 'unplanned', 'open'],
  )
  const { name, fits, marks } = cell(sitter(date, 'Maria'))
  t.same(
    { name, fits, icons: marks.map(({ icon }) => icon) },
    { name: 'Maria', fits: true, icons: ['star', 'lock'] },
  )
  t.same(cell(assignment(date, null)).marks, [], 'the name says it')
  t.equal(spoken(assignment(date, 'babysitter')), 'Thursday 12 November: Babysitter, babysitter')
})

t.test(
  'a planned night leads to its details, on the page of the month; others lead nowhere',
  async t => {
    const { link } = cell(assignment(date, 'a', { id: 9007199254740993n }))
    t.same(link, { month: '2026-11', id: '9007199254740993' })
    t.equal(cell(assignment(date, 'a'), '2026-11-20', '2026-12').link?.month, '2026-12')
    t.equal(cell(assignment(date, 'a'), '2026-11-20', null).link?.month, null)
    t.equal(cell(null).link, null)
  },
)

t.test('before tonight is past, tonight is not', async t => {
  t.match(cell(null, '2026-11-13'), { past: true, tonight: false })
  t.match(cell(null, '2026-11-12'), { past: false, tonight: true })
  t.match(cell(null, '2026-11-11'), { past: false, tonight: false })
  t.match(cell(null, '2026-11-12', '2026-12'), { outside: true })
  t.match(cell(null, '2026-11-12', null), { outside: false })
})

t.test('a long name may break between syllables, with a hyphen', async t => {
  const night = assignment(date, 'babysitter', { babysitter: { name: 'Charlotte' } })
  const { name, fits } = cell(night)
  t.equal(name.replaceAll('\u00AD', '|'), 'Char|lot|te')
  t.equal(fits, false)
  t.match(cell(assignment(date, 'a')), { fits: true })
})
