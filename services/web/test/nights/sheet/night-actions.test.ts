import { wordingFor } from '@night-routine/wording'
import t from 'tap'
import { nightActions } from '../../../src/nights/sheet/night-actions.ts'
import { people } from '../../demo-household.ts'
import { assignment, month, sitter } from '../../nights.ts'

const facts = {
  people: { ...people, reader: 'a' as const },
  month: null,
  wording: wordingFor('en'),
}
const free = {
  sitters: ['Maria', 'Jo', 'Kim', 'Lou'],
  swappable: [assignment('2026-11-22', 'b')],
  returns: [],
  weight: 1.5,
  isOver: false,
  joined: true,
  asked: false,
}
const at = (choice: string) => `/?night=20261121&choice=${choice}#night`

t.test('one’s own night can be asked or given away, swapped, and go to a babysitter', t => {
  t.same(nightActions(assignment('2026-11-21', 'a'), free, facts), {
    id: '20261121',
    give: [
      {
        instead: 'Robin instead',
        ask: at('ask'),
        address: at('give&to=b'),
        label: 'Give…',
      },
    ],
    swap: { text: 'Swap with one of Robin’s', address: at('swap') },
    sitters: ['Maria', 'Jo', 'Kim'].map(name => ({
      name,
      address: at(`babysitter&sitter=${name}`),
    })),
    anotherSitter: at('babysitter'),
    away: at('away'),
    lock: true,
    unlock: null,
    note: at('note'),
    weight: { text: 'Counts 1.5 nights', address: at('weight') },
  })
  t.end()
})

t.test('the other parent’s night can be taken, and there is nothing to ask', t => {
  const { give, swap } = nightActions(assignment('2026-11-21', 'b'), free, facts)
  t.match(give, [{ instead: 'You instead', ask: null, label: 'I’ll do it' }])
  const asked = nightActions(assignment('2026-11-21', 'b'), { ...free, asked: true }, facts)
  t.same(asked.give, [], 'once, where Robin asks for it')
  t.equal(swap?.text, 'Swap with one of yours')
  t.end()
})

t.test(
  'only a night to come that is not locked or asked is asked for, of one who has joined',
  t => {
    const night = assignment('2026-11-21', 'a')
    const asks = (more: Partial<typeof free>, shown = night) =>
      nightActions(shown, { ...free, ...more }, facts).give.map(({ ask, label }) => [ask, label])
    t.same(asks({}), [[at('ask'), 'Give…']])
    for (const more of [{ joined: false }, { asked: true }, { isOver: true }])
      t.same(asks(more), [[null, 'Give to Robin']])
    t.same(asks({}, { ...night, override: true }), [[null, 'Give to Robin']])
    const nobody = { ...facts, people: { ...people, reader: null } }
    t.same(
      nightActions(night, free, nobody).give.map(({ ask }) => ask),
      [null],
      'for a person who is no parent',
    )
    t.end()
  },
)

t.test('an open night and a babysitter’s can go to either parent, and are not swapped', t => {
  for (const night of [assignment('2026-11-21', null), sitter('2026-11-21', 'Jo')]) {
    const { give, swap } = nightActions(night, free, facts)
    t.same(
      give.map(({ label }) => label),
      ['I’ll do it', 'Give to Robin'],
    )
    t.equal(swap, null)
  }
  t.same(
    nightActions(sitter('2026-11-21', 'Jo'), free, facts).sitters.map(({ name }) => name),
    ['Maria', 'Kim', 'Lou'],
    'who is booked has no button',
  )
  t.end()
})

const locks = (night: Parameters<typeof nightActions>[0]) => {
  const { lock, unlock } = nightActions(night, free, facts)
  return [lock, unlock]
}

t.test('a night is locked or unlocked; one that nobody has is neither', t => {
  t.same(locks(assignment('2026-11-21', 'a')), [true, null])
  t.same(locks(sitter('2026-11-21', 'Jo')), [false, at('unlock')])
  t.same(locks(assignment('2026-11-21', null)), [false, null])
  t.end()
})

t.test('the addresses stay on the month of the page', t => {
  const { note } = nightActions(assignment('2026-11-21', 'a'), free, {
    ...facts,
    month: month('2026-11'),
  })
  t.equal(note, '/?month=2026-11&night=20261121&choice=note#night')
  t.end()
})
