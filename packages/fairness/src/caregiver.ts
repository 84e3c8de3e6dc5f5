/** A parent's id, which does not depend on the name. */
export type ParentId = 'a' | 'b'

/** Both parents, in order. */
export const parentIds = ['a', 'b'] as const satisfies ParentId[]

/** Who does a night. */
export type Caregiver = ParentId | 'babysitter'

/** Everyone who can do a night, in order. */
export const caregivers = [...parentIds, 'babysitter'] as const satisfies Caregiver[]

/** A night that has a caregiver. */
export interface NightRecord {
  night: Temporal.PlainDate
  caregiver: Caregiver
}

/** The other parent. */
export function otherParent(parent: ParentId): ParentId {
  return parent === 'a' ? 'b' : 'a'
}
