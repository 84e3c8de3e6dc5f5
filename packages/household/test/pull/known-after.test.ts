import { eventHash, type RemoteEvent, type Verdict } from '@night-routine/calendar'
import type { MirrorRow } from '@night-routine/database'
import t from 'tap'
import { knownAfter, knownGone } from '../../src/pull/known-after.ts'
import { pushedHash, pushedMeaning } from '../../src/push/pushed-hash.ts'
import { plain } from '../plain.ts'
import { day, row } from '../push/mirror-rows.ts'

const night = '2026-11-20'
const remote: RemoteEvent = {
  eventId: `event of ${night}`,
  etag: '"2"',
  status: 'confirmed',
  summary: '[Alex]',
  startDate: day(night),
  endDate: day('2026-11-21'),
  repeats: false,
  properties: {},
}
const states = ['present', 'adopted', 'rejected', 'deleted', 'removed'] as const
const verdicts: Verdict[] = [
  { kind: 'ours', etag: '"2"' },
  { kind: 'same', etag: '"2"' },
  { kind: 'assign', caregiver: 'a', misplaced: null },
  { kind: 'babysitter', name: 'Kim', misplaced: null },
  { kind: 'restore', because: 'moved' },
  { kind: 'recreate' },
]

t.test('after an echo, what is known is what was known', async t => {
  t.same(plain(knownAfter(row(night), remote, { kind: 'echo' })), plain(row(night)))
})

t.test('every other verdict ends in its own state, at the version that was seen', async t => {
  const expected: Record<Exclude<Verdict['kind'], 'echo'>, MirrorRow['state']> = {
    ours: 'present',
    same: 'present',
    assign: 'adopted',
    babysitter: 'adopted',
    restore: 'rejected',
    recreate: 'deleted',
  }
  for (const verdict of verdicts)
    for (const state of states) {
      const after = knownAfter(row(night, { state }), remote, verdict)
      const kept = verdict.kind === 'same' && state === 'adopted'
      if (verdict.kind === 'echo') throw new Error('not in the table')
      t.match(after, { etag: '"2"', state: kept ? 'adopted' : expected[verdict.kind] })
      t.equal(after.generation, 0)
    }
})

t.test('what we wrote last stays known, whatever a person made of it', async t => {
  for (const verdict of verdicts.filter(({ kind }) => kind !== 'ours'))
    t.equal(knownAfter(row(night), remote, verdict).pushedHash, row(night).pushedHash, verdict.kind)
})

t.test('a write of ours without an answer is on record from then on', async t => {
  const meaning = eventHash(remote)
  const ours: Verdict = { kind: 'ours', etag: '"2"' }
  const unrecorded = knownAfter(row(night), remote, ours).pushedHash
  t.equal(pushedMeaning(unrecorded), meaning)
  t.not(unrecorded, pushedHash(meaning, ''), 'its description is not known')
  const recorded = row(night, { pushedHash: pushedHash(meaning, 'why') })
  t.equal(knownAfter(recorded, remote, ours).pushedHash, recorded.pushedHash)
})

t.test('a person’s words are remembered as long as they may stand', async t => {
  const said = {
    same: true,
    assign: true,
    babysitter: true,
    ours: false,
    restore: false,
    recreate: false,
  }
  for (const verdict of verdicts) {
    if (verdict.kind === 'echo') throw new Error('not in the table')
    const after = knownAfter(row(night, { judgedMeaning: 'of before' }), remote, verdict)
    t.equal(after.judgedMeaning, said[verdict.kind] ? eventHash(remote) : null, verdict.kind)
  }
})

t.test('an event that is gone without a trace is made again under its id', async t => {
  t.match(knownGone(row(night, { generation: 2 })), { etag: null, state: 'deleted', generation: 2 })
})
