import { nearName, sameName } from '@night-routine/calendar'
import type { Queryable } from '@night-routine/database/connection'
import {
  readNights,
  readRepeatingAbsences,
  type RepeatingAbsence,
} from '@night-routine/database/nights'
import { parentIds } from '@night-routine/fairness'
import { message, parentNames, tidyName, wordingFor } from '@night-routine/wording'
import { nameError } from './person-name.ts'
import { ChangeRefusal, fieldError, type FieldError } from './refusal.ts'
import { nightsOfNobody } from '../planning/repeating-absences.ts'
import { longestHorizon, oldestChangeable, tonight } from '../tonight.ts'
import type { HouseholdSettings } from '../settings/settings.ts'
import { settingEntries } from '../settings/table.ts'

type Person = HouseholdSettings['parents']['a']

/** The stored settings and the ones to save. */
interface Compared {
  before: HouseholdSettings
  wanted: HouseholdSettings
  now: Temporal.Instant
}

const weekdays = [1, 2, 3, 4, 5, 6, 7]

/** The faults of the settings; empty when they can be saved. */
export function settingsErrors(settings: HouseholdSettings): FieldError[] {
  return [
    ...parentsErrors(settings),
    ...settingEntries
      .filter(([name, setting]) => !setting.isAllowed(settings[name]))
      .map(([name, { refusal }]) => fieldError(name, message(refusal))),
  ]
}

/**
 * Normalized settings: tidied names, sorted weekdays without duplicates.
 * @throws ChangeRefusal `not-allowed`, with every fault
 */
export function checkedSettings(settings: HouseholdSettings): HouseholdSettings {
  refuse(settingsErrors(settings))
  const { a, b } = settings.parents
  return { ...settings, parents: { a: tidyPerson(a), b: tidyPerson(b) } }
}

/**
 * Refuses what depends on the current settings and nights.
 * @throws ChangeRefusal `not-allowed`
 */
export async function checkAgainstNights(q: Queryable, compared: Compared) {
  refuse([...nearNameErrors(compared), ...countFromErrors(compared), ...turnErrors(compared)])
  refuse(nobodyErrors(compared.wanted, await readRepeatingAbsences(q)))
  refuse(await newNameErrors(q, compared))
}

function refuse(faults: readonly FieldError[]) {
  if (faults.length > 0) throw new ChangeRefusal('not-allowed', faults)
}

/** A name that is not chosen yet counts as its stand-in, because pages show that. */
function namesOf({ parents, language }: HouseholdSettings) {
  return parentNames(parents, wordingFor(language))
}

function parentsErrors(settings: HouseholdSettings): FieldError[] {
  const { parents } = settings
  const faults: FieldError[] = []
  for (const id of parentIds) {
    const { name } = parents[id]
    const says = name === null ? null : nameError(name)
    if (says !== null) faults.push(fieldError(`parents.${id}.name`, says))
  }
  const { a, b } = namesOf(settings)
  if (sameName(a, b)) faults.push(fieldError('parents.b.name', message('refusal.sameNames')))
  for (const id of parentIds)
    for (const field of ['unavailableWeekdays', 'ratherNotWeekdays'] as const)
      if (!parents[id][field].every(day => weekdays.includes(day)))
        faults.push(fieldError(`parents.${id}.${field}`, message('refusal.weekdayNumber')))
  return [...faults, ...nobodyErrors(settings)]
}

/** Weekdays and the absences that repeat must leave somebody on some weekday. */
function nobodyErrors({ parents }: HouseholdSettings, repeating: readonly RepeatingAbsence[] = []) {
  return nightsOfNobody(parents, repeating).length < weekdays.length
    ? []
    : [fieldError('parents.b.unavailableWeekdays', message('refusal.nobodyThere'))]
}

function tidyPerson({ name, unavailableWeekdays, ratherNotWeekdays }: Person): Person {
  return {
    name: name === null ? null : tidyName(name),
    unavailableWeekdays: weekdays.filter(day => unavailableWeekdays.includes(day)),
    ratherNotWeekdays: weekdays.filter(day => ratherNotWeekdays.includes(day)),
  }
}

/** New names of the parents must not be almost the same: a title with a slip could mean both. */
function nearNameErrors({ before, wanted }: Compared): FieldError[] {
  const { a, b } = namesOf(wanted)
  const renamed = parentIds.findLast(id => before.parents[id].name !== wanted.parents[id].name)
  if (renamed === undefined || !nearName(a, b)) return []
  const says = message('refusal.nearParents', { name: a, other: b })
  return [fieldError(`parents.${renamed}.name`, says)]
}

/**
 * Counting cannot start on a future night: until then every count would be zero, and each plan would forget the
 * previous one. A date that is already in force stays allowed.
 */
function countFromErrors({ before, wanted, now }: Compared): FieldError[] {
  const { countFrom } = wanted
  if (countFrom === null || before.countFrom?.equals(countFrom) === true) return []
  const isAhead = Temporal.PlainDate.compare(countFrom, tonight(wanted, now)) > 0
  return isAhead ? [fieldError('countFrom', message('refusal.countFromAhead'))] : []
}

/** After 17:00, this evening would be a part of yesterday's night. An hour that is in force stays allowed. */
function turnErrors({ before, wanted }: Compared): FieldError[] {
  const hour = wanted.dayTurnsAtHour
  if (hour <= 17 || hour === before.dayTurnsAtHour) return []
  return [fieldError('dayTurnsAtHour', message('refusal.dayTurnsLate'))]
}

/** A parent cannot take the name of a babysitter whose night may still change: a title could mean both. */
async function newNameErrors(q: Queryable, { before, wanted, now }: Compared) {
  const [old, names] = [namesOf(before), namesOf(wanted)]
  const renamed = parentIds.filter(parent => !sameName(old[parent], names[parent]))
  if (renamed.length === 0) return []
  const from = oldestChangeable(before, now)
  const nights = await readNights(q, from, tonight(before, now).add({ days: longestHorizon }))
  return renamed.flatMap(parent => {
    const name = names[parent]
    const booked = nights.find(night => sameName(night.babysitter?.name ?? '', name))
    if (booked === undefined) return []
    const says = message('refusal.babysittersName', { name, date: booked.night })
    return [fieldError(`parents.${parent}.name`, says)]
  })
}
