import { eventHash } from '../src/event-hash.ts'
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

t.test('every kind of apostrophe, dash and space means the parent', async t => {
  const parents = { names: { a: "D'Arcy", b: 'Jean-Luc' } }
  t.same(verdict(edited({ summary: '[D’Arcy]' }), { ...parents, night: planned('b') }), assign('a'))
  t.same(verdict(edited({ summary: '[Jean‑Luc] 🌃👶Routine' }), parents), assign('b'))
})

t.test('a name that is almost a parent’s is asked about, and the night stays', async t => {
  const parents = { names: { a: 'Zoë', b: 'Robin' } }
  const ask = { kind: 'ask', parent: 'a', name: 'Zoe' } as const
  t.same(verdict(edited({ summary: '[Zoe]' }), parents), ask)
  t.same(verdict(edited({ summary: 'Zoe 🌃👶Routine' }), parents), ask, 'without brackets')
  t.same(
    verdict(edited({ summary: '[Zoe]', ...timed }), parents),
    ask,
    'the event goes back anyway',
  )
  t.same(
    verdict(edited({ summary: '[Sahsa]' }), {
      earlierNames: [{ parent: 'b', name: 'Sasha' }],
    }),
    { kind: 'ask', parent: 'b', name: 'Sahsa' },
    'an earlier name',
  )
  const summary = '[Zoe]'
  const sitter = { kind: 'babysitter', name: 'Zoe', misplaced: null } as const
  t.same(verdict(edited({ summary }), { ...parents, babysitters: ['zoe'] }), sitter, 'on record')
  const booked = {
    ...parents,
    night: planned('babysitter', 'Zoe', true),
    known: known({ pushedMeaning: eventHash(written('babysitter', 'Zoe')) }),
  }
  t.same(verdict(edited({ summary: '[zoe] until nine' }), booked), same, 'booked for this night')
  const oldestChangeable = Temporal.PlainDate.from('2026-12-01')
  t.same(verdict(edited({ summary }), { ...parents, oldestChangeable }), restore('too-old'))
  t.same(verdict(edited({ summary: '[Zoë]' }), parents), assign('a'), 'the parent locks the night')
})

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
