import type { CalendarSummary } from '@night-routine/calendar'
import type { ParentId } from '@night-routine/database/nights'
import { zoneOf, type Fault, type HouseholdSettings } from '@night-routine/household'
import { otherParent } from '@night-routine/fairness'
import { parentNames, type Wording } from '@night-routine/wording'
import { faultOf, fieldView, type FieldView } from '../settings/field-view.ts'
import { calendarToMake } from './calendars-view.ts'
import { timeZoneFrom, type SetUpPeople } from './first-settings.ts'
import { inRequest, type SetUpForm } from './set-up-form.ts'

/** The screen that sets a household up: one form, after which the nights are planned. */
export interface SetUpView {
  title: string
  trouble: { id: string; text: string }[]
  /** The account whose calendars these are; empty if they belong to the installation. */
  account: string
  calendars: { id: string; name: string; own: boolean; timeZone: string; chosen: boolean }[]
  /** Calendars that the account can only read. */
  readOnly: string[]
  hidesPrivate: boolean
  /** The name of the calendar that we offer to make. */
  make: string | null
  you: ParentId
  names: FieldView[]
  days: { id: string; legend: string; fault: string; focus: boolean; weekdays: Weekday[] }[]
  timeZone: {
    /** Where the value is from; a browser with script fills in its own for `browser`. */
    from: 'calendar' | 'browser' | 'household'
    hint: string
    fault: string
    focus: boolean
    choices: { value: string; chosen: boolean }[]
  }
}

interface Weekday {
  id: string
  value: string
  label: string
  long: string
  away: boolean
}

export interface SetUpFacts {
  calendars: readonly CalendarSummary[]
  account: string
  current: HouseholdSettings
  people: SetUpPeople
  /** A posted form that was refused. */
  typed: { form: SetUpForm; calendarId: string; faults: readonly Fault[] } | null
  /** Calendars with events of another program, whose nights were brought in. */
  imported: readonly string[]
  /** Whether the account may make calendars. */
  mayMake: boolean
  wording: Wording
}

/** The form as it is filled in before anyone has typed. */
export function filledSetUp({
  writable,
  current,
  people,
}: Pick<SetUpFacts, 'current' | 'people'> & { writable: readonly CalendarSummary[] }): SetUpForm {
  const { a, b } = current.parents
  const name = (id: ParentId) => nameIn(current, people, id)
  const [first, second] = [name(people.you), name(otherParent(people.you))]
  const other = second.toLowerCase() === first.toLowerCase() ? '' : second
  return {
    names: people.you === 'a' ? { a: first, b: other } : { a: other, b: first },
    unavailableWeekdays: {
      a: a.unavailableWeekdays.map(String),
      b: b.unavailableWeekdays.map(String),
    },
    timeZone: timeZoneFrom(current, preferred(writable)) ?? zoneOf(current),
    you: people.you,
  }
}

function nameIn({ parents }: HouseholdSettings, { names }: SetUpPeople, id: ParentId): string {
  return parents[id].name ?? names[id] ?? ''
}

/** Parents share a calendar that belongs to neither of them. */
function preferred(writable: readonly CalendarSummary[]): CalendarSummary | undefined {
  return writable.find(({ primary }) => !primary) ?? writable[0]
}

/** The screen, filled in or as it was typed. */
export function setUpView(facts: SetUpFacts): SetUpView {
  const { account, current, imported, people, typed, wording } = facts
  const { say, tell } = wording
  const all = facts.calendars.toSorted((one, other) => wording.compare(one.name, other.name))
  // A calendar that may be shared comes before the account's own.
  const writable = all
    .filter(calendar => calendar.writable)
    .toSorted((one, other) => Number(one.primary) - Number(other.primary))
  const form = typed?.form ?? filledSetUp({ current, people, writable })
  const faults = inRequest(typed?.faults ?? []).map(fault => ({
    ...fault,
    wording: fault.says === undefined ? fault.text : tell(fault.says),
  }))
  // The events of another program become ours only in their own calendar.
  const theirs = writable.find(
    ({ id, primary }) => imported.includes(id) || (primary && imported.includes('primary')),
  )
  const chosen = typed?.calendarId ?? (theirs ?? preferred(writable))?.id
  const { you } = form
  const order = [you, otherParent(you)]
  const labels = labelsOf(facts, you)
  const from = sourceOf(current, writable, typed !== null)
  return {
    title: say(faults.length === 0 ? 'setUp.title' : 'setUp.notSavedTitle'),
    trouble: faults.map(fault => ({ id: fault.field, text: fault.wording })),
    account,
    calendars: writable.map(({ id, name, primary, timeZone }) => ({
      id,
      name,
      own: primary,
      timeZone: timeZone ?? '',
      chosen: id === chosen,
    })),
    readOnly: all.filter(calendar => !calendar.writable).map(({ name }) => name),
    hidesPrivate: writable.some(calendar => calendar.hidesPrivate),
    make: calendarToMake(all, facts.mayMake),
    you,
    names: order.map(id =>
      fieldView(`parent_${id}`, { label: labels(id).name }, { value: form.names[id], faults }),
    ),
    days: order.map(id => ({
      id: `unavailable_${id}`,
      legend: labels(id).days,
      ...faultOf(`unavailable_${id}`, faults),
      weekdays: weekdaysOf(id, { form, current, wording }),
    })),
    timeZone: {
      from,
      hint: say(hints[from]),
      ...faultOf('time_zone', faults),
      choices: zonesWith(form.timeZone).map(value => ({ value, chosen: value === form.timeZone })),
    },
  }
}

/** The screen speaks to a parent; a person who is neither reads who is who. */
function labelsOf({ people, current, wording }: SetUpFacts, you: ParentId) {
  const { say } = wording
  return (id: ParentId): { name: string; days: string } => {
    if (people.neither)
      return {
        name: say(id === 'a' ? 'settings.firstParent' : 'settings.secondParent'),
        days: say('settings.alwaysAway', { name: parentNames(current.parents, wording)[id] }),
      }
    return id === you
      ? { name: say('setUp.yourName'), days: say('setUp.yourDays') }
      : { name: say('setUp.otherName'), days: say('setUp.otherDays') }
  }
}

const hints = {
  calendar: 'setUp.zoneOfCalendar',
  browser: 'setUp.zoneHint',
  household: 'setUp.zoneHint',
} as const

function sourceOf(
  current: HouseholdSettings,
  writable: readonly CalendarSummary[],
  isTyped: boolean,
): SetUpView['timeZone']['from'] {
  if (isTyped || timeZoneFrom(current, undefined) !== null) return 'household'
  return timeZoneFrom(current, preferred(writable)) === null ? 'browser' : 'calendar'
}

/** Intl lists one name for each zone, and not UTC. A calendar may use another name. */
const zones: readonly string[] = [...Intl.supportedValuesOf('timeZone'), 'UTC']

function zonesWith(zone: string): readonly string[] {
  return zone === '' || zones.includes(zone) ? zones : [zone, ...zones]
}

function weekdaysOf(
  parent: ParentId,
  { form, current, wording }: { form: SetUpForm; current: HouseholdSettings; wording: Wording },
): Weekday[] {
  return [0, 1, 2, 3, 4, 5, 6].map(after => {
    const day = ((current.weekStart - 1 + after) % 7) + 1
    return {
      // A link to the field leads to its first box.
      id: after === 0 ? `unavailable_${parent}` : `unavailable_${parent}.${day}`,
      value: String(day),
      label: wording.weekday(day, 'short'),
      long: wording.weekday(day),
      away: form.unavailableWeekdays[parent].includes(String(day)),
    }
  })
}
