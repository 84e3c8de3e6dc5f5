import { wordingFor } from '@night-routine/wording'
import t from 'tap'
import { asksView } from '../../../src/nights/asks/asks-view.ts'
import { people } from '../../demo-household.ts'
import { day } from '../../nights.ts'
import { shownAsks } from '../../shown-nights.ts'

const show = (reader: 'a' | 'b' | null) =>
  asksView(shownAsks, {
    people: { ...people, reader },
    tonight: day('2026-11-20'),
    wording: wordingFor('en'),
  })

t.test('the asked parent reads what is asked, what it would move, and answers', async t => {
  const [first] = show('a')
  t.match(first, {
    kind: 'b',
    title: 'Robin asks: can you take Sunday?',
    text: '“Concert!” Robin takes Saturday in return.',
    answer: true,
    withdraw: false,
  })
  t.match(first?.moves, 'Monday')
})

t.test('the asker reads that there is no answer yet, and may withdraw', async t => {
  const [, own] = show('a')
  t.match(own, {
    title: 'You asked Robin to take Tuesday 1 December. No answer yet.',
    text: null,
    moves: null,
    answer: false,
    withdraw: true,
  })
})

t.test('asks to answer come first, for either parent', async t => {
  t.same(
    show('b').map(({ kind, answer, title }) => [kind, answer, title]),
    [
      ['a', true, 'Alex asks: can you take Tuesday 1 December?'],
      ['b', false, 'You asked Alex to take Sunday. No answer yet.'],
    ],
  )
})

t.test('a person who is no parent reads both, and answers none', async t => {
  for (const { answer, withdraw } of show(null)) t.same([answer, withdraw], [false, false])
  t.match(show(null)[0]?.title, 'Robin asked Alex to take Sunday.')
})
