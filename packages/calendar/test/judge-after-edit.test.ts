import { eventHash } from '../src/event-hash.ts'
import t from 'tap'
import {
  assign,
  babysitter,
  edited,
  known,
  ours,
  planned,
  restore,
  same,
  verdict,
  written,
} from './judging.ts'

t.test('our old text after a person’s text is a new edit', async t => {
  const kim = edited({ summary: '[Kim]' })
  for (const state of ['adopted', 'present'] as const) {
    const judged = known({ state, etag: '"p"', judgedMeaning: eventHash(kim) })
    const robin = { known: judged, night: planned('b') }
    t.same(verdict(edited({}), robin), assign('a'), 'restored by a person before we wrote')
    t.same(verdict(edited({ summary: '[robin]' }), robin), assign('b'))
    t.same(verdict(edited({ summary: '[Dana]' }), robin), babysitter('Dana'))
    t.same(verdict({ ...written('b'), etag: '"2"' }, robin), ours, 'written back by us')
    t.same(verdict(edited({}), { known: judged }), same, 'unless it matches the plan')
  }
})

t.test('does not judge the same text twice, even after the plan changed', async t => {
  const kim = edited({ summary: '[Kim]' })
  const judged = known({ state: 'adopted', etag: '"p"', judgedMeaning: eventHash(kim) })
  for (const caregiver of ['a', 'b', null] as const)
    t.same(
      verdict(kim, { known: judged, night: planned(caregiver) }),
      { kind: 'judged', etag: '"2"' },
      'only the color changed',
    )
  t.same(
    verdict({ ...kim, repeats: true }, { known: judged }),
    restore('repeated'),
    'made recurring: the name is not requested again',
  )
})

t.test('an event that waits to be restored', async t => {
  const kim = edited({ summary: '[Kim]' })
  for (const state of ['rejected', 'deleted'] as const) {
    const waiting = { known: known({ state, etag: '"p"' }) }
    t.same(verdict(edited({}), waiting), ours, `${state}: restored by us or by a person`)
    t.same(verdict(edited({ summary: 'again' }), waiting), restore('unreadable'))
    t.same(verdict(kim, waiting), babysitter('Kim'))
    const words = { known: known({ ...waiting.known, judgedMeaning: 'of nonsense' }) }
    t.same(
      verdict(edited({}), words),
      same,
      'after a person’s text, ours is a spelling of the plan',
    )
    t.same(verdict(edited({}), { ...words, night: planned('b') }), assign('a'), 'or a request')
  }
})
