import type { NightToSave } from '@night-routine/database'
import type { PlannedNight } from '@night-routine/fairness'
import type { StoredNight } from './stored-night.ts'

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
    if (!before.override && Temporal.PlainDate.compare(before.night, lastNight) > 0)
      changes.remove.push(before)
  return changes
}

/** Whether both have the same sentence without counts, so that the event can stay. */
function isExplainedAlike(before: StoredNight, after: PlannedNight): boolean {
  return (
    before.reason === after.reason &&
    before.explanation?.away.join() === after.explanation.away.join()
  )
}
