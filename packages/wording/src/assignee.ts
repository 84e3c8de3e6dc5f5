import type { Caregiver, ParentId } from '@night-routine/fairness'

/** Who does a night. */
export interface Assignee {
  /** null on an open night: both parents are away */
  caregiver: Caregiver | null
  /** null without a babysitter, or when the babysitter's name is unknown */
  babysitter: { name: string } | null
}

/** Whether the same person does both nights. A babysitter is known by name only. */
export function sameAssignee(one: Assignee, other: Assignee): boolean {
  return one.caregiver === other.caregiver && one.babysitter?.name === other.babysitter?.name
}

/** The name of who does the night; null if it is open, or the babysitter's name is unknown. */
export function assigneeName({ caregiver, babysitter }: Assignee, names: Record<ParentId, string>) {
  if (caregiver === 'babysitter') return babysitter?.name ?? null
  return caregiver && names[caregiver]
}
