/** A parent, by id: a rename changes nothing. */
export type ParentId = 'a' | 'b'

/** Who does a night. */
export type Caregiver = ParentId | 'babysitter'

/** A night that has, or had, a caregiver. */
export interface NightRecord {
  night: Temporal.PlainDate
  caregiver: Caregiver
}

/** The parent who is not this one. */
export function otherParent(parent: ParentId): ParentId {
  return parent === 'a' ? 'b' : 'a'
}
