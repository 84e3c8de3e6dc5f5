import type { Assignment, ParentId } from '@night-routine/database'
import { firstLetters, shortNames } from '@night-routine/wording'

/** Names and nights as the household's settings allow them to be published. */
export function shownNames(facts: {
  names: Record<ParentId, string>
  nights: readonly Assignment[]
  show: 'names' | 'initials'
}): { names: Record<ParentId, string>; nights: readonly Assignment[] } {
  const { names, nights, show } = facts
  if (show === 'names') return { names, nights }
  return {
    names: shortNames(names, 1),
    nights: nights.map(night => ({
      ...night,
      babysitterName: night.babysitterName && firstLetters(night.babysitterName, 1),
    })),
  }
}
