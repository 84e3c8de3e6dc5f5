import { eventHash } from '@night-routine/calendar'
import t from 'tap'
import {
  assign,
  edited,
  known,
  planned,
  restore,
  same,
  timed,
  verdict,
  written,
} from './judging.ts'

t.test('the planned parent’s name in a person’s words fixes the night, once', async t => {
  const title = { summary: '[Alex] theatre, please keep' }
  t.same(verdict(edited(title)), assign('a'))
  t.same(verdict(edited(title), { night: planned('a', null, true) }), same)
  t.same(verdict(edited({ ...title, ...timed })), assign('a', 'timed'))
})

t.test(
  'earlier names and look-alikes are a parent’s, unless somebody has the name now',
  async t => {
    const earlierNames = [
      { parent: 'b', name: 'Sasha' },
      { parent: 'b', name: 'Alex' },
    ] as const
    for (const summary of ['[Sasha]', '[ｓａｓｈａ]', '[Sa\u200Bsha]'])
      t.same(verdict(edited({ summary }), { earlierNames }), assign('b'))
    t.same(verdict(edited({ summary: '[alex]' }), { earlierNames }), assign('a'))
  },
)

t.test('the words for a night that nobody does are no name', async t => {
  const nobody = { night: planned(null), known: known({ pushedMeaning: eventHash(written(null)) }) }
  t.same(verdict(edited({ summary: '[no one yet]' }), nobody), same, 'another spelling')
  t.same(verdict(edited({ summary: 'No one yet 🌃👶Routine' }), nobody), same)
  t.same(verdict(edited({ summary: '[Alex]' }), nobody), assign('a'))
  for (const summary of ['[No one yet]', '[personne]'])
    t.same(verdict(edited({ summary })), restore('unreadable'), 'on a planned night')
})
