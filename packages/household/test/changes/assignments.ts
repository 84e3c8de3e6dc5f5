import type { Assignment, Caregiver } from '@night-routine/database/nights'
import { day, stored } from '../planning/stored-nights.ts'

/** A stored night, from planning or (`override`) from a person. */
export function assignment(
  night: string,
  caregiver: Caregiver | null,
  more: Partial<Assignment> = {},
): Assignment {
  const at = Temporal.Instant.from('2026-11-20T18:00:00Z')
  return {
    ...stored(night, caregiver),
    id: BigInt(day('2000-01-01').until(day(night)).days),
    babysitter: caregiver === 'babysitter' ? { name: 'Dana' } : null,
    decidedOn: day('2026-11-20'),
    createdAt: at,
    updatedAt: at,
    revision: 1n,
    ...more,
  }
}
