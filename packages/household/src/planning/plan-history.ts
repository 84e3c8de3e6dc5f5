import type { HistoryEntry } from '@night-routine/database'
import type { PlanChanges } from './plan-changes.ts'
import type { StoredNight } from './stored-night.ts'

/** Who caused a planning run: a person's e-mail address, or null for the schedule and the calendar. */
export interface Author {
  kind: HistoryEntry['actorKind']
  actor: string | null
}

/**
 * The history entries of a planning run: one for each night whose published caregiver changed, one for all
 * nights planned for the first time, one for all removed nights. The whole history shows who does each night.
 */
export function planHistory(
  changes: PlanChanges,
  { at, author, change }: { at: Temporal.Instant; author: Author; change: string | null },
): HistoryEntry[] {
  const by = { at, actorKind: author.kind, actor: author.actor, change }
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
