import type { NightToSave } from '@night-routine/database'
import type { PlannedNight } from '@night-routine/fairness'
import type { StoredNight } from './stored-night.ts'

/** What must be written so that the record agrees with a plan. */
export interface PlanChanges {
  save: NightToSave[]
  remove: StoredNight[]
  /** First plans: nights that nobody has seen yet. */
  added: PlannedNight[]
  /** Nights that people have seen, now with another caregiver. */
  reassigned: { night: Temporal.PlainDate; before: StoredNight; after: PlannedNight }[]
}

/**
 * Compares the record from tonight on with a plan. Nights that a person fixed are never among the
 * changes; free nights after `lastNight` are taken away. A night is written when its caregiver, its
 * rule or the parents away differ: `explanationChanges` keeps its numbers up to date.
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

/** Whether the same sentence without counts explains both, so that the calendar keeps its event. */
function isExplainedAlike(before: StoredNight, after: PlannedNight): boolean {
  return (
    before.reason === after.reason &&
    before.explanation?.away.join() === after.explanation.away.join()
  )
}
