import { wordingFor } from '@night-routine/wording'
import t from 'tap'
import { nightActions, nightSwap, nightWeighing } from '../../../src/routes/home/night-actions.ts'
import { people } from '../../demo-household.ts'
import { assignment, day, sitter } from '../../nights.ts'

const facts = { people, tonight: day('2026-11-20'), wording: wordingFor('en') }
const nothing = { changed: [], removed: [], openNights: [] }
const previews = { give: { a: null, b: nothing }, babysitter: nothing, unlock: null }
const free = {
  sitters: ['Maria'],
  swappable: [assignment('2026-11-22', 'b')],
  previews,
  weight: 1.5,
  isOver: false,
}

t.test('a parent’s night can go to the other one, to a babysitter, or be swapped', t => {
  t.same(nightActions(assignment('2026-11-21', 'a'), free, facts), {
    id: '20261121',
    night: '2026-11-21',
    sitters: ['Maria'],
    sitter: null,
    sitterMoves: null,
    give: [{ to: 'b', name: { name: 'Robin', isReader: false }, away: false, moves: null }],
    swap: [{ id: '20261122', label: 'Sun 22 Nov' }],
    unlock: null,
    weights: [
      { value: '1', label: 'Counts as usual', chosen: false },
      { value: '1.5', label: 'Counts 1.5 nights', chosen: true },
      { value: '2', label: 'Counts 2 nights', chosen: false },
      { value: '2.5', label: 'Counts 2.5 nights', chosen: false },
      { value: '3', label: 'Counts 3 nights', chosen: false },
    ],
  })
  t.end()
})

t.test('what a night would count is said before it is saved', t => {
  const preview = {
    ...nothing,
    changed: [{ night: day('2026-11-22'), before: 'b' as const, after: 'a' as const }],
  }
  const shown = (weight: number, foreseen = preview, night = '2026-11-21') =>
    nightWeighing(assignment(night, 'a'), { weight, preview: foreseen }, facts)
  t.same(shown(2), {
    id: '20261121',
    weight: '2',
    result: 'Saturday would count 2 nights.',
    moves: 'This also means: Alex has Sunday instead of Robin.',
  })
  t.match(shown(1, { ...preview, changed: [] }, '2026-12-24'), {
    result: 'Thursday 24 December would count as usual.',
    moves: 'No night would change.',
  })
  t.end()
})

t.test('an open night and a babysitter’s can go to either parent', t => {
  for (const night of [assignment('2026-11-21', null), sitter('2026-11-21', 'Jo')])
    t.same(
      nightActions(night, free, facts).give.map(({ to }) => to),
      ['a', 'b'],
    )
  t.equal(nightActions(sitter('2026-11-21', 'Jo'), free, facts).sitter?.name, 'Jo')
  t.end()
})

t.test('unlocking a past night does not change it', t => {
  const over = {
    ...free,
    previews: { ...previews, unlock: { ...nothing, caregiver: 'babysitter' as const } },
    isOver: true,
  }
  t.equal(
    nightActions(sitter('2026-11-19', 'Jo'), over, facts).unlock,
    'This night is over, so unlocking doesn’t change who did it.',
  )
  t.end()
})

t.test('shows the effect of unlocking beforehand', t => {
  const changes = [
    { night: day('2026-11-21'), before: 'babysitter' as const, after: 'b' as const },
    { night: day('2026-11-22'), before: 'b' as const, after: 'a' as const },
  ]
  const unlock = (caregiver: 'b' | null, changed = changes) =>
    nightActions(
      sitter('2026-11-21', 'Jo'),
      { ...free, previews: { ...previews, unlock: { ...nothing, caregiver, changed } } },
      facts,
    ).unlock
  t.equal(
    unlock('b'),
    'Unlock, and it goes back to Robin. This also means: Alex has Sunday instead of Robin.',
  )
  t.equal(unlock(null, []), 'Unlock, and no one has it.')
  t.end()
})

t.test(
  'says beforehand which other nights a choice moves, and asks before giving to one who is away',
  t => {
    const moved = {
      ...nothing,
      changed: [
        { night: day('2026-11-21'), before: 'a' as const, after: 'b' as const },
        { night: day('2026-11-22'), before: 'b' as const, after: 'a' as const },
        { night: day('2026-11-29'), before: 'b' as const, after: 'a' as const },
      ],
    }
    const night = assignment('2026-11-21', 'a')
    const explanation = night.explanation && { ...night.explanation, away: ['b' as const] }
    const foreseen = { ...previews, give: { a: nothing, b: moved } }
    const { give, sitterMoves } = nightActions(
      { ...night, explanation },
      { ...free, previews: foreseen },
      facts,
    )
    t.same(give, [
      {
        to: 'b',
        name: { name: 'Robin', isReader: false },
        away: true,
        moves: 'This also means: Alex has Sunday and Sunday 29 November instead of Robin.',
      },
    ])
    t.equal(sitterMoves, null)
    t.end()
  },
)

t.test('a swap says who would have the two nights, and which others it moves', t => {
  const [one, other] = [assignment('2026-11-21', 'a'), assignment('2026-11-22', 'b')]
  const changed = [
    { night: day('2026-11-21'), before: 'a' as const, after: 'b' as const },
    { night: day('2026-11-22'), before: 'b' as const, after: 'a' as const },
    { night: day('2026-11-29'), before: 'a' as const, after: 'b' as const },
  ]
  const swap = (count: number) =>
    nightSwap({ ...nothing, nights: [one, other], changed: changed.slice(0, count) }, facts)
  const plain = {
    id: '20261121',
    other: '20261122',
    result: 'After the swap: Robin has Saturday instead of Alex. Alex has Sunday instead of Robin.',
    moves: null,
    away: [],
  }
  t.same(swap(2), plain)
  const moves = 'This also means: Robin has Sunday 29 November instead of Alex.'
  t.same(swap(3), { ...plain, moves })
  t.end()
})

t.test('a swap says who would be away', t => {
  const one = assignment('2026-11-21', 'a')
  const other = assignment('2026-11-22', 'b')
  const away = (...parents: ('a' | 'b')[]) =>
    other.explanation && { ...other.explanation, away: parents }
  const said = (...parents: ('a' | 'b')[]) =>
    nightSwap({ ...nothing, nights: [one, { ...other, explanation: away(...parents) }] }, facts)
      .away
  t.same(said('a'), ['Alex is away Sunday.'])
  t.same(said('b'), [], 'Robin gives this night away')
  t.end()
})
