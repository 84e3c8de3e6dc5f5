import { eventHash } from '@night-routine/calendar'
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

t.test('after a person’s words, our old ones are a person’s again', async t => {
  const kim = edited({ summary: '[Kim]' })
  for (const state of ['adopted', 'present'] as const) {
    const judged = known({ state, etag: '"p"', judgedMeaning: eventHash(kim) })
    const robin = { known: judged, night: planned('b') }
    t.same(verdict(edited({}), robin), assign('a'), 'put back by hand before we wrote')
    t.same(verdict(edited({ summary: '[robin]' }), robin), assign('b'))
    t.same(verdict(edited({ summary: '[Dana]' }), robin), babysitter('Dana'))
    t.same(verdict({ ...written('b'), etag: '"2"' }, robin), ours, 'written back by us')
    t.same(verdict(edited({}), { known: judged }), same, 'unless that is what is planned by now')
  }
})

t.test('words that were judged are not judged again, whatever was planned since', async t => {
  const kim = edited({ summary: '[Kim]' })
  const judged = known({ state: 'adopted', etag: '"p"', judgedMeaning: eventHash(kim) })
  for (const caregiver of ['a', 'b', null] as const)
    t.same(
      verdict(kim, { known: judged, night: planned(caregiver) }),
      { kind: 'judged', etag: '"2"' },
      'another colour',
    )
  t.same(
    verdict({ ...kim, repeats: true }, { known: judged }),
    restore('repeated'),
    'repeated from now on: nobody wishes for the name again',
  )
})

t.test('what waits to be written back', async t => {
  const kim = edited({ summary: '[Kim]' })
  for (const state of ['rejected', 'deleted'] as const) {
    const waiting = { known: known({ state, etag: '"p"' }) }
    t.same(verdict(edited({}), waiting), ours, `${state}: by us or by hand, it is as it should be`)
    t.same(verdict(edited({ summary: 'again' }), waiting), restore('unreadable'))
    t.same(verdict(kim, waiting), babysitter('Kim'))
    const words = { known: known({ ...waiting.known, judgedMeaning: 'of nonsense' }) }
    t.same(verdict(edited({}), words), same, 'after words, ours are only a spelling of the plan')
    t.same(verdict(edited({}), { ...words, night: planned('b') }), assign('a'), 'or a wish')
  }
})
