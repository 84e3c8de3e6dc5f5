/** A parent's id, which does not depend on the name. */
export type ParentId = 'a' | 'b'

/** Who does a night. */
export type Caregiver = ParentId | 'babysitter'

/** A night that has a caregiver. */
export interface NightRecord {
  night: Temporal.PlainDate
  caregiver: Caregiver
}

/** The other parent. */
export function otherParent(parent: ParentId): ParentId {
  return parent === 'a' ? 'b' : 'a'
}
