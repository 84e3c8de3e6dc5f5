import type { HouseholdSettings } from '@night-routine/household'

export const someSettings: HouseholdSettings = {
  parents: {
    a: { name: 'Alex', weekdaysAway: [] },
    b: { name: 'Robin', weekdaysAway: [] },
  },
  lookAheadDays: 30,
  pastLimitDays: 5,
  updateFrequency: 'daily',
  timeZone: 'Europe/Paris',
  dayTurnsAtHour: 4,
  weekStart: 1,
  language: 'en',
  statisticsOrder: 'newest',
  publish: false,
  publishNames: 'names',
  countFrom: null,
}
