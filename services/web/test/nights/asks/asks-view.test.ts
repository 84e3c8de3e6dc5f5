import { wordingFor } from '@night-routine/wording'
import t from 'tap'
import { asksView } from '../../../src/nights/asks/asks-view.ts'
import { people } from '../../demo-household.ts'
import { day } from '../../nights.ts'
import { openAsks } from './open-asks.ts'

const show = (reader: 'a' | 'b' | null) =>
  asksView(openAsks, {
    people: { ...people, reader },
    tonight: day('2026-11-20'),
    wording: wordingFor('en'),
  }).map(({ title, text, answer, withdraw }) => [title, text, answer, withdraw])

t.test('asks to answer come first; who is no parent reads both, and answers none', async t => {
  const word = '“Concert!” Robin takes Saturday in return.'
  t.same(show('a'), [
    ['Robin asks: can you take Sunday?', word, true, false],
    ['You asked Robin to take Tuesday 1 December. No answer yet.', null, false, true],
  ])
  t.match(show('b'), [
    ['Alex asks: can you take Tuesday 1 December?', null, true, false],
    ['You asked Alex to take Sunday. No answer yet.', /./, false, true],
  ])
  t.match(show(null), [
    ['Robin asked Alex to take Sunday.', /./, false, false],
    [/./, null, false],
  ])
})
