import { wording } from '@night-routine/wording'
import t from 'tap'
import { nightActions } from '../../../src/routes/home/night-view.ts'
import { people } from '../../demo-household.ts'
import { assignment, day, sitter } from '../../nights.ts'

const facts = { people, words: wording('en') }
const free = {
  sitters: ['Maria'],
  swappable: [assignment('2026-11-22', 'b')],
  unlocking: null,
  isOver: false,
}

t.test('a parent’s night can go to the other one, to a babysitter, or be swapped', t => {
  t.same(nightActions(assignment('2026-11-21', 'a'), free, facts), {
    id: '20261121',
    sitters: ['Maria'],
    sitter: '',
    give: [{ to: 'b', name: 'Robin' }],
    swap: [{ id: '20261122', label: 'Sunday 22 November: Robin' }],
    unlock: null,
  })
  t.end()
})

t.test('an open night and a babysitter’s can go to either parent', t => {
  for (const night of [assignment('2026-11-21', null), sitter('2026-11-21', 'Jo')])
    t.same(
      nightActions(night, free, facts).give.map(({ to }) => to),
      ['a', 'b'],
    )
  t.equal(nightActions(sitter('2026-11-21', 'Jo'), free, facts).sitter, 'Jo')
  t.end()
})

t.test('unlocking a past night does not change it', t => {
  const over = {
    ...free,
    unlocking: { caregiver: 'babysitter' as const, changed: [] },
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
    nightActions(sitter('2026-11-21', 'Jo'), { ...free, unlocking: { caregiver, changed } }, facts)
      .unlock
  t.equal(unlock('b'), 'Unlock, and it goes back to Robin. 1 other night would change.')
  t.equal(unlock(null, []), 'Unlock, and no one has it.')
  t.end()
})
