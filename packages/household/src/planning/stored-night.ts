import type { Assignment } from '@night-routine/database'

/** The fields of a stored night that planning needs. */
export type StoredNight = Pick<
  Assignment,
  'night' | 'caregiver' | 'override' | 'reason' | 'explanation'
>
