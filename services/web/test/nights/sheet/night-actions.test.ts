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
  weight: null as number | null,
  usual: 1,
  isOver: false,
  joined: true,
  asked: false,
}
const own = assignment('2026-11-21', 'a')
const [theirs, open] = [assignment('2026-11-21', 'b'), assignment('2026-11-21', null)]
const booked = sitter('2026-11-21', 'Jo')
const at = (choice: string) => `/?night=20261121&choice=${choice}#night`

t.test('one’s own night can be asked or given away, swapped, and go to a babysitter', async t => {
  t.same(nightActions(own, free, facts), {
    id: '20261121',
    give: [{ instead: 'Robin instead', ask: at('ask'), address: at('give&to=b'), label: 'Give…' }],
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
    weight: { text: 'Count it more…', address: at('weight') },
  })
  const { note } = nightActions(own, free, { ...facts, month: month('2026-11') })
  t.equal(note, '/?month=2026-11&night=20261121&choice=note#night')
})

t.test('what a night counts is changed by a button that says what it does', async t => {
  for (const [weight, usual, text] of [
    [null, 1, 'Count it more…'],
    [1.5, 1, 'Count it as…'],
    [null, 2, 'Count it as…'],
    [1, 2, 'Count it more…'],
  ] as const)
    t.equal(nightActions(theirs, { ...free, weight, usual }, facts).weight.text, text)
})

t.test('what is offered depends on whose it is, and on what was asked', async t => {
  const shown = (night: typeof own, more: Partial<typeof free> = {}, reader: 'a' | null = 'a') => {
    const view = nightActions(
      night,
      { ...free, ...more },
      { ...facts, people: { ...people, reader } },
    )
    return [
      view.give.map(({ ask, label }) => (ask === null ? label : 'Ask')).join(),
      view.swap?.text ?? null,
      view.lock ? 'lock' : view.unlock && 'unlock',
    ]
  }
  const [give, take] = ['Give to Robin', 'I’ll do it']
  const [withOurs, withTheirs] = ['Swap with one of yours', 'Swap with one of Robin’s']
  t.same(shown(own), ['Ask', withTheirs, 'lock'])
  t.same(shown(theirs), [take, withOurs, 'lock'])
  t.same(shown(theirs, { asked: true }), ['', withOurs, 'lock'], 'once, where Robin asks for it')
  for (const more of [{ joined: false }, { asked: true }, { isOver: true }])
    t.equal(shown(own, more)[0], give)
  t.equal(shown({ ...own, override: true })[0], give)
  t.notMatch(shown(own, {}, null)[0], 'Ask', 'a person who is no parent')
  t.same(shown(open), [`${take},${give}`, null, null])
  t.same(shown(booked), [`${take},${give}`, null, 'unlock'])
  const sitters = nightActions(booked, free, facts).sitters.map(({ name }) => name)
  t.same(sitters, ['Maria', 'Kim', 'Lou'], 'who is booked has no button')
})
