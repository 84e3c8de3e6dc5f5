import type { Assignment } from '@night-routine/database'

/** What planning needs to know of a night on record. */
export type StoredNight = Pick<
  Assignment,
  'night' | 'caregiver' | 'override' | 'reason' | 'explanation'
>
