import type { HistoryEntry } from '@night-routine/database'
import type { PlanChanges } from './plan-changes.ts'
import type { StoredNight } from './stored-night.ts'

/** Who caused a planning run: a person's e-mail address, or null for the schedule and the calendar. */
export interface Actor {
  kind: HistoryEntry['actorKind']
  email: string | null
}

/**
 * The history entries of a planning run: one for each night whose published caregiver changed, one for all
 * nights planned for the first time, one for all removed nights. The whole history shows who does each night.
 */
export function planHistory(
  changes: PlanChanges,
  { at, actor, change }: { at: Temporal.Instant; actor: Actor; change: string | null },
): HistoryEntry[] {
  const by = { at, actorKind: actor.kind, actor: actor.email, change }
  const entries: HistoryEntry[] = changes.reassigned.map(({ night, before, after }) => ({
    ...by,
    action: 'night-replanned',
    night,
    before: { caregiver: before.caregiver },
    after: { caregiver: after.caregiver, reason: after.reason },
  }))
  const summary = { ...by, night: null, before: null, after: null }
  if (changes.added.length > 0)
    entries.push({ ...summary, action: 'nights-planned', after: together(changes.added) })
  if (changes.remove.length > 0)
    entries.push({ ...summary, action: 'nights-unplanned', before: together(changes.remove) })
  return entries
}

function together(nights: readonly Pick<StoredNight, 'night' | 'caregiver'>[]) {
  return {
    from: nights[0]?.night,
    to: nights.at(-1)?.night,
    nights: nights.length,
    caregivers: Object.fromEntries(
      nights.map(({ night, caregiver }) => [night.toString(), caregiver]),
    ),
  }
}
