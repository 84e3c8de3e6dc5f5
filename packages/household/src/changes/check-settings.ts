import { languages } from '@night-routine/wording'
import type { HouseholdSettings } from './household-settings.ts'
import { nameFault, sameName, tidyName } from './person-name.ts'
import { ChangeRefusedError, type Fault } from './refusal.ts'

type Person = HouseholdSettings['parents']['a']

const weekdays = [1, 2, 3, 4, 5, 6, 7]

/** What each setting has to be (design.md section 3), and the words for one that is not. */
const rules: readonly (Fault & { holds: (settings: HouseholdSettings) => boolean })[] = [
  {
    field: 'parents.b.name',
    words: 'The parents need different names.',
    holds: ({ parents: { a, b } }) => !sameName(a.name, b.name),
  },
  ...(['a', 'b'] as const).map(id => ({
    field: `parents.${id}.weekdaysAway`,
    words: 'A weekday is a number from 1 (Monday) to 7.',
    holds: ({ parents }: HouseholdSettings) =>
      parents[id].weekdaysAway.every(day => weekdays.includes(day)),
  })),
  {
    field: 'parents.b.weekdaysAway',
    words: 'Somebody has to be there on at least one weekday.',
    holds: ({ parents: { a, b } }) =>
      !weekdays.every(day => a.weekdaysAway.includes(day) && b.weekdaysAway.includes(day)),
  },
  {
    field: 'lookAheadDays',
    words: 'The plan reaches 1 to 365 nights ahead.',
    holds: ({ lookAheadDays }) => isWhole(lookAheadDays, 1, 365),
  },
  {
    field: 'pastLimitDays',
    words: 'Nights can be changed for 0 to 30 days.',
    holds: ({ pastLimitDays }) => isWhole(pastLimitDays, 0, 30),
  },
  {
    field: 'updateFrequency',
    words: 'The plan is brought up to date daily, weekly, monthly or not at all.',
    holds: ({ updateFrequency }) =>
      ['daily', 'weekly', 'monthly', 'disabled'].includes(updateFrequency),
  },
  {
    field: 'timeZone',
    words: 'A time zone is a name such as Europe/Paris.',
    holds: ({ timeZone }) => isTimeZone(timeZone),
  },
  {
    field: 'dayTurnsAtHour',
    words: 'The day turns at an hour from 0 to 23.',
    holds: ({ dayTurnsAtHour }) => isWhole(dayTurnsAtHour, 0, 23),
  },
  {
    field: 'weekStart',
    words: 'A week starts on a day from 1 (Monday) to 7.',
    holds: ({ weekStart }) => weekdays.includes(weekStart),
  },
  {
    field: 'language',
    words: 'This language is not spoken here yet.',
    holds: ({ language }) => languages.includes(language),
  },
  {
    field: 'statisticsOrder',
    words: 'Statistics begin with the newest or the oldest month.',
    holds: ({ statisticsOrder }) => ['newest', 'oldest'].includes(statisticsOrder),
  },
  {
    field: 'publishNames',
    words: 'What is published shows names or initials.',
    holds: ({ publishNames }) => ['names', 'initials'].includes(publishNames),
  },
  {
    field: 'countFrom',
    words: 'Counting begins with a night of the years 2000 to 9999.',
    holds: ({ countFrom }) => countFrom === null || isWhole(countFrom.year, 2000, 9999),
  },
]

/**
 * Settings in their one spelling: names tidied, weekdays in order and once each.
 * @throws ChangeRefusedError `not-allowed`, with every fault
 */
export function checkedSettings(settings: HouseholdSettings): HouseholdSettings {
  const { a, b } = settings.parents
  const faults = [
    ...nameFaults('parents.a.name', a),
    ...nameFaults('parents.b.name', b),
    ...rules.filter(({ holds }) => !holds(settings)),
  ]
  if (faults.length > 0)
    throw new ChangeRefusedError(
      'not-allowed',
      faults.map(({ field, words }) => ({ field, words })),
    )
  return { ...settings, parents: { a: tidyPerson(a), b: tidyPerson(b) } }
}

function nameFaults(field: string, { name }: Person): Fault[] {
  const words = nameFault(name)
  return words === null ? [] : [{ field, words }]
}

function tidyPerson({ name, weekdaysAway }: Person): Person {
  return {
    name: tidyName(name),
    weekdaysAway: weekdays.filter(day => weekdaysAway.includes(day)),
  }
}

function isWhole(value: number, least: number, most: number): boolean {
  return Number.isInteger(value) && value >= least && value <= most
}

// Intl lists one name for each zone; households may use another one, and UTC, which is not listed.
function isTimeZone(name: string): boolean {
  if (!/^[a-z]/i.test(name)) return false
  try {
    Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(name)
    return true
  } catch {
    return false
  }
}
