import type { ParentId, PlannedNight } from '@night-routine/fairness'
import t from 'tap'
import { planHistory } from '../../src/planning/plan-household.ts'
import { plain } from '@night-routine/testing/household'
import { day, explanation, stored } from './stored-nights.ts'

const at = Temporal.Instant.from('2026-11-20T18:00:00Z')
const actor = { kind: 'person' as const, email: 'alex@example.com' }
const none = { save: [], remove: [], added: [], reassigned: [] }

function planned(night: string, caregiver: ParentId | null): PlannedNight {
  return { night: day(night), caregiver, reason: explanation.reason, explanation }
}

t.test('a run that changes nothing adds no entry', async t => {
  t.same(planHistory(none, { at, actor, change: null }), [])
})

t.test(
  'adds one entry for each reassigned night, one for all new ones, one for all removed ones',
  async t => {
    const night = day('2026-11-21')
    const after = { ...planned('2026-11-21', 'a'), reason: 'Total Count' as const }
    const entries = planHistory(
      {
        ...none,
        reassigned: [{ night, before: stored('2026-11-21', 'b'), after }],
        added: [planned('2026-11-22', 'b'), planned('2026-11-24', null)],
        remove: [stored('2026-12-01', 'a'), stored('2026-12-02', 'b')],
      },
      { at, actor, change: 'f00d' },
    )
    const by = {
      at: '2026-11-20T18:00:00Z',
      actorKind: 'person',
      actor: 'alex@example.com',
      change: 'f00d',
    }
    t.same(plain(entries), [
      {
        ...by,
        action: 'night-replanned',
        night: '2026-11-21',
        before: { caregiver: 'b' },
        after: { caregiver: 'a', reason: 'Total Count' },
      },
      {
        ...by,
        action: 'nights-planned',
        night: null,
        before: null,
        after: {
          from: '2026-11-22',
          to: '2026-11-24',
          nights: 2,
          caregivers: { '2026-11-22': 'b', '2026-11-24': null },
        },
      },
      {
        ...by,
        action: 'nights-unplanned',
        night: null,
        before: {
          from: '2026-12-01',
          to: '2026-12-02',
          nights: 2,
          caregivers: { '2026-12-01': 'a', '2026-12-02': 'b' },
        },
        after: null,
      },
    ])
  },
)
