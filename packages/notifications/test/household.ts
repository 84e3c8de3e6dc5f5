import { babysitterFacts, type ParentId } from '@night-routine/database/nights'
import type { PlanEntry } from '@night-routine/database/notifications'
import type { Assignee } from '@night-routine/wording'

export const tonight = Temporal.PlainDate.from('2026-11-20')

/** A night of November 2026. */
export const night = (day: number) => Temporal.PlainDate.from({ year: 2026, month: 11, day })

export const people: { email: string; parent: ParentId }[] = [
  { email: 'alex@example.com', parent: 'a' },
  { email: 'robin@example.com', parent: 'b' },
]

export const parents = new Map<string, ParentId>([
  ['alex@example.com', 'a'],
  ['alex-at-work@example.com', 'a'],
  ['robin@example.com', 'b'],
])

export function holder(
  caregiver: Assignee['caregiver'],
  babysitter: string | null = null,
): Assignee {
  return { caregiver, babysitter: babysitter === null ? null : { name: babysitter } }
}

let entries = 0n

const factsOf = ({ caregiver, babysitter }: Assignee) => ({
  caregiver,
  ...babysitterFacts(babysitter),
})

/** A change of one night by a person, the calendar or the schedule. */
export function entryOf(by: string, day: number, before: Assignee, after: Assignee): PlanEntry {
  entries += 1n
  const kind = by === 'calendar' || by === 'schedule' ? by : 'person'
  return {
    id: entries,
    actorKind: kind,
    actor: kind === 'person' ? `${by}@example.com` : null,
    action: 'night-given',
    change: entries.toString(),
    undoes: null,
    night: night(day),
    before: factsOf(before),
    after: factsOf(after),
    agreed: false,
  }
}
