import type { Assignment } from '@night-routine/database/nights'
import { wordingFor } from '@night-routine/wording'
import t from 'tap'
import { tonightView } from '@night-routine/household'
import { assignment, sitter } from '@night-routine/testing/database'

const day = (text: string) => Temporal.PlainDate.from(text)
const note = { note: 'bath', shared: false }
const names = { a: 'Alex', b: 'Robin' }

const view = (nights: Assignment[], more: Partial<Parameters<typeof tonightView>[0]> = {}) =>
  tonightView({
    tonight: day('2026-11-20'),
    nights,
    names,
    note: null,
    isShared: false,
    wording: wordingFor('en'),
    ...more,
  })

t.test('says who, why, and when someone else has it', async t => {
  const nights = [
    assignment('2026-11-20', 'a'),
    assignment('2026-11-21', 'a'),
    sitter('2026-11-22', 'Maria'),
  ]
  const { reason, ...others } = view(nights, { note })
  t.type(reason, 'string')
  t.same(others, {
    date: '2026-11-20',
    kind: 'parent',
    name: 'Alex',
    override: false,
    note: 'bath',
    next_change: { date: '2026-11-22', kind: 'babysitter', name: 'Maria' },
  })
})

t.test('says when a night is open, another babysitter comes, or the plan ends', async t => {
  t.match(view([assignment('2026-11-20', null), assignment('2026-11-21', 'b')]), {
    kind: 'open',
    name: null,
    next_change: { kind: 'parent', name: 'Robin' },
  })
  t.match(view([sitter('2026-11-20', 'Maria'), sitter('2026-11-21', 'Jo')]), {
    kind: 'babysitter',
    next_change: { name: 'Jo' },
  })
  t.match(view([assignment('2026-11-20', 'a'), assignment('2026-11-21', null)]), {
    next_change: { date: '2026-11-21', kind: 'open', name: null },
  })
  t.equal(view([assignment('2026-11-20', 'a')]).next_change, null)
})

t.test('says that a night is not planned yet', async t => {
  t.match(view([]), { date: '2026-11-20', kind: 'open', name: null, reason: null })
  t.match(view([assignment('2026-11-21', 'a')]), { next_change: { date: '2026-11-21' } })
})

t.test('a share link tells no reason, and only a note that is shared', async t => {
  const nights = [assignment('2026-11-20', 'a')]
  t.match(view(nights, { isShared: true, note }), { reason: null, note: null })
  t.match(view(nights, { isShared: true, note: { ...note, shared: true } }), { note: 'bath' })
})
