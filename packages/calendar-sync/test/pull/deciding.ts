import type { RemoteEvent, Verdict } from '@night-routine/calendar'
import { decidePull, type PullDecision, type PullStep } from '../../src/pull/decide-pull.ts'
import type { JudgedEvent } from '../../src/pull/judge-events.ts'
import { day, row } from '../push/event-rows.ts'

export const night = '2026-11-20'
export const date = day(night)
export const read: RemoteEvent = {
  eventId: `event of ${night}`,
  etag: '"2"',
  status: 'confirmed',
  summary: '[Alex]',
  startDate: date,
  endDate: date.add({ days: 1 }),
  description: '',
  repeats: false,
  properties: {},
}
export const nothing: PullDecision = {
  judged: [],
  overtaken: new Set(),
  refused: [],
  unreadableBefore: new Set(),
  found: { events: [], everything: false, doubtful: false, unread: [] },
  gone: [],
  ours: [row(night)],
  hasOther: false,
}
export const assign = { kind: 'assign', caregiver: 'b', misplaced: null } as const satisfies Verdict

export function judged(verdict: Verdict, remote: Partial<RemoteEvent> = {}): JudgedEvent {
  return { row: row(night), remote: { ...read, ...remote }, night: undefined, verdict }
}

export function found(given: Partial<PullDecision['found']>): PullDecision['found'] {
  return { ...nothing.found, ...given }
}

export const decide = (given: Partial<PullDecision>) => decidePull({ ...nothing, ...given })

/** The notices about nights. */
export const noticesOf = (steps: readonly PullStep[]) =>
  steps.flatMap(step => (step.kind === 'raise-notice' ? [step.notice] : []))

export const noticed = (given: Partial<PullDecision>) =>
  noticesOf(decide(given)).map(({ kind }) => kind)

export const kindsOf = (steps: readonly PullStep[]) => steps.map(({ kind }) => kind)

export const standing = (given: Partial<PullDecision>) =>
  decide(given).flatMap(step => (step.kind === 'raise-standing-notice' ? [step.notice] : []))

export const closed = (given: Partial<PullDecision>) =>
  decide(given).flatMap(step => (step.kind === 'close-notices' ? step.notices : []))
