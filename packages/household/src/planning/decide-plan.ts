import { isDeepStrictEqual } from 'node:util'
import type { NightToExplain, NightToSave } from '@night-routine/database/nights'
import {
  explainNight,
  isAway,
  ledgerOf,
  parentIds,
  planNights,
  talliesBefore,
  type Ledger,
  type PlannedNight,
  type Tally,
} from '@night-routine/fairness'
import { byNight, keyed } from '../night-ranges.ts'
import { isBefore } from '../tonight.ts'
import {
  horizonEnd,
  planningRequest,
  type PlanningFacts,
  type StoredNight,
} from './planning-facts.ts'

/** What the plan for these facts changes in the database; `explained` are nights of which only the numbers change. */
export function decidePlan(facts: PlanningFacts) {
  const { planned, ...decided } = decideCaregivers(facts)
  return { ...decided, explained: explanationChanges(facts, { planned, changes: decided.changes }) }
}

/** The plan without the numbers of the nights that it keeps; a preview needs no more. */
export function decideCaregivers(facts: PlanningFacts) {
  const request = planningRequest(facts)
  const planned: PlannedNight[] = request === null ? [] : planNights(request).nights
  return {
    planned,
    changes: planChanges({ stored: facts.stored, planned, lastNight: horizonEnd(facts) }),
    openNights: planned.filter(({ caregiver }) => caregiver === null).map(({ night }) => night),
  }
}

/** The writes that make the stored nights match a plan. */
export interface PlanChanges {
  save: NightToSave[]
  remove: StoredNight[]
  /** Nights planned for the first time, which no one has seen yet. */
  added: PlannedNight[]
  /** Nights that people have seen, now with another caregiver. */
  reassigned: { night: Temporal.PlainDate; before: StoredNight; after: PlannedNight }[]
}

/**
 * Compares the stored nights from tonight on with a plan. Locked nights never change; unlocked nights after
 * `lastNight` are removed. A night is written when its caregiver, its reason or the absent parents differ;
 * `explanationChanges` updates the numbers of the others.
 */
export function planChanges(options: {
  stored: readonly StoredNight[]
  planned: readonly PlannedNight[]
  lastNight: Temporal.PlainDate
}): PlanChanges {
  const { stored, planned, lastNight } = options
  const known = new Map(stored.map(night => [night.night.toString(), night]))
  const changes: PlanChanges = { save: [], remove: [], added: [], reassigned: [] }

  for (const after of planned) {
    const before = known.get(after.night.toString())
    const { night, caregiver, reason, explanation } = after
    if (before?.override || caregiver === 'babysitter') continue
    if (before === undefined) changes.added.push(after)
    else if (before.caregiver !== caregiver) changes.reassigned.push({ night, before, after })
    else if (isExplainedAlike(before, after)) continue
    changes.save.push({ night, caregiver, reason, explanation })
  }
  for (const before of stored)
    if (!before.override && isBefore(lastNight, before.night)) changes.remove.push(before)
  return changes
}

/** Whether both have the same sentence without counts, so that the event can stay. */
function isExplainedAlike(before: StoredNight, after: PlannedNight): boolean {
  return (
    before.reason === after.reason &&
    before.explanation?.away.join() === after.explanation.away.join() &&
    before.explanation.turn === after.explanation.turn &&
    before.explanation.ratherNot?.join() === after.explanation.ratherNot?.join() &&
    (before.explanation.split === undefined) === (after.explanation.split === undefined)
  )
}

/**
 * The explanations that change on nights that the plan does not write: planned and locked nights, and nights
 * before and after the plan, because their numbers depend on the nights before them.
 */
function explanationChanges(
  facts: Omit<PlanningFacts, 'lookAheadDays' | 'countFrom' | 'ratherNot'>,
  { planned, changes }: { planned: readonly PlannedNight[]; changes: PlanChanges },
): NightToExplain[] {
  const isWritten = keyed([...changes.save, ...changes.remove])
  const plan = keyed(planned)
  const kept = facts.stored.filter(({ night }) => !isWritten.has(night.toString()))
  const nights = [...facts.recent, ...kept]
  const [first] = nights
  if (first === undefined) return []
  // The plan may write a night before the first one that it keeps.
  const all = [...facts.record, ...kept, ...changes.save].toSorted(byNight)
  const ledger = ledgerOf(facts.split)
  const tallies = talliesBefore(all, { from: first.night, older: facts.older }, ledger)

  return nights.flatMap(night => {
    const key = night.night.toString()
    const tally = tallies.get(key)
    const explained = plan.get(key) ?? (tally && explainAgain(night, tally, facts, ledger))
    if (explained === undefined || isExplained(night, explained)) return []
    const { reason, explanation } = explained
    return [{ night: night.night, reason, explanation }]
  })
}

/** Explains a night outside the plan with the current counts and absences; those of a past night stay as recorded. */
function explainAgain(
  { night, caregiver, reason, explanation: known }: StoredNight,
  tally: Tally,
  { tonight, away: availability }: Pick<PlanningFacts, 'tonight' | 'away'>,
  ledger: Ledger,
) {
  const recorded = isBefore(night, tonight) ? known?.away : undefined
  const facts = {
    night,
    caregiver,
    isFixed: reason === 'Override',
    tally,
    weight: ledger.weightOf(night),
    away: recorded ?? parentIds.filter(parent => isAway(availability[parent], night)),
    ratherNot: known?.ratherNot ?? [],
  }
  const { absence = null, next = [] } = known ?? {}
  return explainNight(facts, ledger, () => ({ absence, next: absence === null ? next : [] }))
}

function isExplained(night: StoredNight, { reason, explanation }: Omit<NightToExplain, 'night'>) {
  return night.reason === reason && isDeepStrictEqual(night.explanation, explanation)
}
