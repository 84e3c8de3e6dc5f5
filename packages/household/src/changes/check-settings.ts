import { sameName } from '@night-routine/calendar'
import { languages, message, tidyName, type Message } from '@night-routine/wording'
import type { HouseholdSettings } from './household-settings.ts'
import { nameFault } from './person-name.ts'
import { ChangeRefusedError, fault, type Fault } from './refusal.ts'

type Person = HouseholdSettings['parents']['a']

const weekdays = [1, 2, 3, 4, 5, 6, 7]

/** The condition of each setting, and the message when it is not met. */
const rules: readonly {
  field: string
  says: Message
  holds: (settings: HouseholdSettings) => boolean
}[] = [
  {
    field: 'parents.b.name',
    says: message('refusal.sameNames'),
    holds: ({ parents: { a, b } }) => !sameName(a.name, b.name),
  },
  ...(['a', 'b'] as const).map(id => ({
    field: `parents.${id}.unavailableWeekdays`,
    says: message('refusal.weekdayNumber'),
    holds: ({ parents }: HouseholdSettings) =>
      parents[id].unavailableWeekdays.every(day => weekdays.includes(day)),
  })),
  {
    field: 'parents.b.unavailableWeekdays',
    says: message('refusal.nobodyThere'),
    holds: ({ parents: { a, b } }) =>
      !weekdays.every(
        day => a.unavailableWeekdays.includes(day) && b.unavailableWeekdays.includes(day),
      ),
  },
  {
    field: 'lookAheadDays',
    says: message('refusal.lookAhead'),
    holds: ({ lookAheadDays }) => isWhole(lookAheadDays, 1, 365),
  },
  {
    field: 'pastLimitDays',
    says: message('refusal.pastLimit'),
    holds: ({ pastLimitDays }) => isWhole(pastLimitDays, 0, 30),
  },
  {
    field: 'updateFrequency',
    says: message('refusal.updateFrequency'),
    holds: ({ updateFrequency }) =>
      ['daily', 'weekly', 'monthly', 'disabled'].includes(updateFrequency),
  },
  {
    field: 'timeZone',
    says: message('refusal.timeZone'),
    holds: ({ timeZone }) => isTimeZone(timeZone),
  },
  {
    field: 'dayTurnsAtHour',
    says: message('refusal.dayTurns'),
    holds: ({ dayTurnsAtHour }) => isWhole(dayTurnsAtHour, 0, 23),
  },
  {
    field: 'weekStart',
    says: message('refusal.weekStart'),
    holds: ({ weekStart }) => weekdays.includes(weekStart),
  },
  {
    field: 'language',
    says: message('refusal.language'),
    holds: ({ language }) => languages.includes(language),
  },
  {
    field: 'statisticsOrder',
    says: message('refusal.statisticsOrder'),
    holds: ({ statisticsOrder }) => ['newest', 'oldest'].includes(statisticsOrder),
  },
  {
    field: 'publishNames',
    says: message('refusal.publishNames'),
    holds: ({ publishNames }) => ['names', 'initials'].includes(publishNames),
  },
  {
    field: 'countFrom',
    says: message('refusal.countFrom'),
    holds: ({ countFrom }) => countFrom === null || isWhole(countFrom.year, 2000, 9999),
  },
]

/** The faults of the settings, one per field; empty when they can be saved. */
export function settingsFaults(settings: HouseholdSettings): Fault[] {
  const { a, b } = settings.parents
  return [
    ...nameFaults('parents.a.name', a),
    ...nameFaults('parents.b.name', b),
    ...rules.filter(({ holds }) => !holds(settings)).map(({ field, says }) => fault(field, says)),
  ]
}

/**
 * Normalized settings: tidied names, sorted weekdays without duplicates.
 * @throws ChangeRefusedError `not-allowed`, with every fault
 */
export function checkedSettings(settings: HouseholdSettings): HouseholdSettings {
  const faults = settingsFaults(settings)
  if (faults.length > 0) throw new ChangeRefusedError('not-allowed', faults)
  const { a, b } = settings.parents
  return { ...settings, parents: { a: tidyPerson(a), b: tidyPerson(b) } }
}

function nameFaults(field: string, { name }: Person): Fault[] {
  const says = nameFault(name)
  return says === null ? [] : [fault(field, says)]
}

function tidyPerson({ name, unavailableWeekdays }: Person): Person {
  return {
    name: tidyName(name),
    unavailableWeekdays: weekdays.filter(day => unavailableWeekdays.includes(day)),
  }
}

function isWhole(value: number, least: number, most: number): boolean {
  return Number.isInteger(value) && value >= least && value <= most
}

// Intl lists only one name per zone, and not UTC; households may use the other names too.
function isTimeZone(name: string): boolean {
  if (!/^[a-z]/i.test(name)) return false
  try {
    Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(name)
    return true
  } catch {
    return false
  }
}
