import type { FirstValues } from '@night-routine/database/nights'

export const firstValues: FirstValues = {
  parentA: 'Alex',
  parentB: 'Robin',
  timeZone: 'Europe/Paris',
  lookAheadDays: 30,
}
