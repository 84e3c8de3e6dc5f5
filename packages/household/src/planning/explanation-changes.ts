import { isDeepStrictEqual } from 'node:util'
import type { NightToExplain } from '@night-routine/database'
import {
  isAway,
  reasonFor,
  talliesBefore,
  type PlannedNight,
  type Tally,
} from '@night-routine/fairness'
import type { PlanChanges } from './plan-changes.ts'
import type { PlanningFacts } from './planning-request.ts'
import type { StoredNight } from './stored-night.ts'

/** A night that keeps its caregiver, with its new explanation. */
export type ExplainedNight = NightToExplain

const parents = ['a', 'b'] as const

/**
 * The explanations that change on nights that the plan does not write: planned and locked nights, and nights
 * before and after the plan, because their numbers depend on the nights before them.
 */
export function explanationChanges(
  facts: Pick<PlanningFacts, 'record' | 'recent' | 'stored' | 'away'>,
  { planned, changes }: { planned: readonly PlannedNight[]; changes: PlanChanges },
): ExplainedNight[] {
  const isWritten = keyed([...changes.save, ...changes.remove])
  const plan = keyed(planned)
  const nights = [...facts.recent, ...facts.stored].filter(
    ({ night }) => !isWritten.has(night.toString()),
  )
  const [first] = nights
  if (first === undefined) return []
  const after = [...nights, ...changes.save].filter(({ night }) => !isBefore(night, first.night))
  const before = facts.record.filter(({ night }) => isBefore(night, first.night))
  const tallies = talliesBefore([...before, ...after.toSorted(byNight)], first.night)

  return nights.flatMap(night => {
    const key = night.night.toString()
    const tally = tallies.get(key)
    const explained = plan.get(key) ?? (tally && explainAgain(night, tally, facts.away))
    if (explained === undefined || isExplained(night, explained)) return []
    const { reason, explanation } = explained
    return [{ night: night.night, reason, explanation }]
  })
}

/** Explains a night outside the plan with the current counts; its recorded absences stay. */
function explainAgain(
  { night, caregiver, reason: before, explanation: known }: StoredNight,
  tally: Tally,
  availability: PlanningFacts['away'],
): Omit<ExplainedNight, 'night'> {
  const away = known?.away ?? parents.filter(parent => isAway(availability[parent], night))
  const parent = caregiver === 'babysitter' ? null : caregiver
  const reason = before === 'Override' ? before : parent && reasonFor(parent, tally, away)
  const isAround = reason === 'Unavailability' && !away.some(absent => absent !== parent)
  const absence = isAround ? (known?.absence ?? null) : null
  const { totals, last30, streak } = tally
  return { reason, explanation: { reason, totals, last30, streak, away, absence } }
}

function isExplained(night: StoredNight, { reason, explanation }: Omit<ExplainedNight, 'night'>) {
  return night.reason === reason && isDeepStrictEqual(night.explanation, explanation)
}

function keyed<N extends { night: Temporal.PlainDate }>(nights: readonly N[]): Map<string, N> {
  return new Map(nights.map(night => [night.night.toString(), night]))
}

function byNight(one: { night: Temporal.PlainDate }, other: { night: Temporal.PlainDate }): number {
  return Temporal.PlainDate.compare(one.night, other.night)
}

function isBefore(one: Temporal.PlainDate, other: Temporal.PlainDate): boolean {
  return Temporal.PlainDate.compare(one, other) < 0
}
