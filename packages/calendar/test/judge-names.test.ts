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

t.test('the planned parent’s name in a person’s spelling locks the night, once', async t => {
  const title = { summary: '[Alex] theatre, please keep' }
  t.same(verdict(edited(title)), assign('a'))
  t.same(verdict(edited(title), { night: planned('a', null, true) }), same)
  t.same(verdict(edited({ ...title, ...timed })), assign('a', 'timed'))
})

t.test(
  'earlier and look-alike names mean the parent, unless a parent has that name now',
  async t => {
    const earlierNames = [
      { parent: 'b', name: 'Sasha' },
      { parent: 'b', name: 'Alex' },
    ] as const
    for (const summary of ['[Sasha]', '[ｓａｓｈａ]', '[Sa\u200Bsha]'])
      t.same(verdict(edited({ summary }), { earlierNames }), assign('b'))
    t.same(verdict(edited({ summary: '[alex]' }), { earlierNames }), assign('a'))
    const locked = {
      night: planned('a', null, true),
      earlierNames: [{ parent: 'a', name: 'Sasha' }],
    } as const
    t.same(verdict(edited({ summary: '[Sasha]' }), locked), assign('a'), 'and do not stay')
    const old = Temporal.PlainDate.from('2026-12-01')
    t.same(verdict(edited({ summary: '[Sasha]' }), { ...locked, oldestChangeable: old }), same)
  },
)

t.test('the title of an open night is not a name', async t => {
  const openNight = {
    night: planned(null),
    known: known({ pushedMeaning: eventHash(written(null)) }),
  }
  t.same(verdict(edited({ summary: '[no one yet]' }), openNight), same, 'another spelling')
  t.same(verdict(edited({ summary: 'No one yet 🌃👶Routine' }), openNight), same)
  t.same(verdict(edited({ summary: '[Alex]' }), openNight), assign('a'))
  for (const summary of ['[No one yet]', '[personne]'])
    t.same(verdict(edited({ summary })), restore('unreadable'), 'on a planned night')
})
