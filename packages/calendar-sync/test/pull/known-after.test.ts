import { eventHash, type RemoteEvent, type Verdict } from '@night-routine/calendar'
import t from 'tap'
import { knownAfter, knownGone } from '../../src/pull/known-after.ts'
import { pushedHash, pushedMeaning } from '@night-routine/calendar'
import { plain } from '@night-routine/testing/household'
import { day, row } from '../push/event-rows.ts'

const night = '2026-11-20'
const remote: RemoteEvent = {
  eventId: `event of ${night}`,
  etag: '"2"',
  status: 'confirmed',
  summary: '[Alex]',
  startDate: day(night),
  endDate: day('2026-11-21'),
  description: '',
  repeats: false,
  properties: {},
}
const states = ['present', 'adopted', 'rejected', 'deleted', 'removed'] as const
const verdicts: Exclude<Verdict, { kind: 'echo' | 'judged' }>[] = [
  { kind: 'ours', etag: '"2"' },
  { kind: 'same', etag: '"2"' },
  { kind: 'assign', caregiver: 'a', misplaced: null },
  { kind: 'babysitter', name: 'Kim', misplaced: null },
  { kind: 'ask', name: 'Alec', parent: 'a' },
  { kind: 'restore', because: 'moved' },
  { kind: 'recreate' },
]

const restored = (['timed', 'repeated', 'too-old', 'unreadable', 'name-not-allowed'] as const).map(
  because => ({ kind: 'restore', because }) as const,
)

t.test('an echo changes nothing', async t => {
  t.same(plain(knownAfter(row(night), remote, { kind: 'echo' })), plain(row(night)))
})

t.test('every other verdict has its own state, at the version that was read', async t => {
  const expected = {
    ours: 'present',
    same: 'present',
    assign: 'adopted',
    babysitter: 'adopted',
    ask: 'rejected',
    restore: 'rejected',
    recreate: 'deleted',
  } as const
  for (const verdict of verdicts)
    for (const state of states) {
      const kept = verdict.kind === 'same' && state === 'adopted'
      t.match(knownAfter(row(night, { state }), remote, verdict), {
        etag: '"2"',
        generation: 0,
        state: kept ? 'adopted' : expected[verdict.kind],
      })
    }
})

t.test('a text that was judged before only changes the version', async t => {
  for (const state of states) {
    const before = row(night, { state, judgedMeaning: eventHash(remote) })
    const after = knownAfter(before, remote, { kind: 'judged', etag: '"2"' })
    t.same(plain(after), plain({ ...before, etag: '"2"' }))
  }
})

t.test('remembers our last write after any edit', async t => {
  for (const verdict of verdicts.filter(({ kind }) => kind !== 'ours'))
    t.equal(knownAfter(row(night), remote, verdict).pushedHash, row(night).pushedHash, verdict.kind)
})

t.test('records our write after its response was lost', async t => {
  const meaning = eventHash(remote)
  const ours: Verdict = { kind: 'ours', etag: '"2"' }
  const unrecorded = knownAfter(row(night), remote, ours).pushedHash
  t.equal(pushedMeaning(unrecorded), meaning)
  t.not(unrecorded, pushedHash(meaning, ''), 'its description is unknown')
  const recorded = row(night, { pushedHash: pushedHash(meaning, 'why') })
  t.equal(knownAfter(recorded, remote, ours).pushedHash, recorded.pushedHash)
})

t.test(
  'remembers a person’s text while it is in the calendar and after it was removed',
  async t => {
    const theirs = [
      'same',
      'assign',
      'babysitter',
      'ask',
      'restore unreadable',
      'restore name-not-allowed',
    ]
    for (const verdict of [...verdicts, ...restored]) {
      const after = knownAfter(row(night, { judgedMeaning: 'earlier' }), remote, verdict)
      const name = verdict.kind === 'restore' ? `restore ${verdict.because}` : verdict.kind
      const expected = theirs.includes(name) ? eventHash(remote) : null
      t.equal(after.judgedMeaning, name === 'recreate' ? 'earlier' : expected, name)
    }
  },
)

t.test('a moved event still has the text that was judged before', async t => {
  const judgedMeaning = eventHash(remote)
  const moved = { ...remote, startDate: day('2026-11-21'), endDate: day('2026-11-22') }
  const before = row(night, { judgedMeaning })
  const after = (verdict: Verdict) => knownAfter(before, moved, verdict).judgedMeaning
  t.equal(after({ kind: 'restore', because: 'moved' }), judgedMeaning)
  t.equal(after({ kind: 'ours', etag: '"2"' }), null)
})

t.test('keeps what a person added, until a version that can be read says otherwise', async t => {
  const table: [string, Partial<RemoteEvent>, string | null][] = [
    ['another note', { description: 'bear' }, 'bear'],
    ['no note', {}, null],
    ['removed', { status: 'cancelled' }, 'bath'],
    ['unreadable', { unreadable: true }, 'bath'],
  ]
  for (const [name, change, note] of table) {
    const before = row(night, { note: 'bath' })
    const after = knownAfter(before, { ...remote, ...change }, { kind: 'recreate' })
    t.equal(after.note, note, name)
  }
})

t.test('an event that no longer exists is inserted again under its id', async t => {
  t.match(knownGone(row(night, { generation: 2 })), { etag: null, state: 'deleted', generation: 2 })
})
