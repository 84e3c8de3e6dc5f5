import { ownCalendarId, type CalendarSummary } from '@night-routine/calendar'
import type { ParentId } from '@night-routine/database/nights'
import { zoneOf, type FieldError, type HouseholdSettings } from '@night-routine/household'
import { otherParent } from '@night-routine/fairness'
import { parentNames, type Wording } from '@night-routine/wording'
import { faultOf, fieldView, said, weekdayBoxes } from '../../plugins/fields.ts'
import { timeZones } from '../settings/settings-view.ts'
import { calendarToMake } from './calendars-view.ts'
import { timeZoneFrom, type SetUpPeople } from './first-settings.ts'
import { asPosted, type SetUpForm } from './set-up-form.ts'

export interface SetUpFacts {
  calendars: readonly CalendarSummary[]
  /** The account whose calendars these are; empty if they belong to the installation. */
  account: string
  current: HouseholdSettings
  people: SetUpPeople
  /** A posted form that was refused. */
  typed: { form: SetUpForm; calendarId: string; faults: readonly FieldError[] } | null
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
  const name = (id: ParentId) => current.parents[id].name ?? people.names[id] ?? ''
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

/** Parents share a calendar that belongs to neither of them. */
function preferred(writable: readonly CalendarSummary[]): CalendarSummary | undefined {
  return writable.find(({ primary }) => !primary) ?? writable[0]
}

/** The screen that sets a household up, filled in or as it was typed: one form, after which the nights are planned. */
export function setUpView(facts: SetUpFacts) {
  const { account, current, imported, people, typed, wording } = facts
  const { say } = wording
  const all = facts.calendars.toSorted((one, other) => wording.compare(one.name, other.name))
  // A calendar that may be shared comes before the account's own.
  const writable = all
    .filter(calendar => calendar.writable)
    .toSorted((one, other) => Number(one.primary) - Number(other.primary))
  const form = typed?.form ?? filledSetUp({ current, people, writable })
  const faults = (typed?.faults ?? []).map(asPosted).map(said(wording))
  // The events of another program become ours only in their own calendar.
  const theirs = writable.find(
    ({ id, primary }) => imported.includes(id) || (primary && imported.includes('primary')),
  )
  const chosen = typed?.calendarId ?? (theirs ?? preferred(writable))?.id
  const order = [form.you, otherParent(form.you)]
  const labels = labelsOf(facts, form.you)
  const isChosen = typed !== null || current.timeZone !== null
  const isOfCalendar = timeZoneFrom(current, preferred(writable)) !== null
  const from = isChosen ? 'household' : isOfCalendar ? 'calendar' : 'browser'
  return {
    title: say(faults.length === 0 ? 'setUp.title' : 'setUp.notSavedTitle'),
    trouble: faults.map(({ field, text }) => ({ id: field, text })),
    account,
    /** The only calendar, which nobody has to choose. */
    ownCalendar: writable.find(({ id }) => id === ownCalendarId)?.id,
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
    you: form.you,
    names: order.map(id =>
      fieldView(`parent_${id}`, { label: labels(id).name }, { value: form.names[id], faults }),
    ),
    days: order.map(id =>
      fieldView(`unavailable_${id}`, weekdayBoxes(labels(id).days, current.weekStart, wording), {
        value: form.unavailableWeekdays[id],
        faults,
      }),
    ),
    timeZone: timeZoneField(form.timeZone, { from, faults, wording }),
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

/** The field of the time zone: a browser with script fills in its own where the value is from `browser`. */
export function timeZoneField(
  zone: string,
  facts: {
    from: 'household' | 'calendar' | 'browser'
    faults: readonly FieldError[]
    wording: Pick<Wording, 'say'>
  },
) {
  const { from, faults, wording } = facts
  // A calendar may use another name of a zone.
  const zones = timeZones.includes(zone) ? timeZones : [zone, ...timeZones]
  return {
    from,
    hint: wording.say(from === 'calendar' ? 'setUp.zoneOfCalendar' : 'setUp.zoneHint'),
    ...faultOf('time_zone', faults),
    choices: zones.map(value => ({ value, chosen: value === zone })),
  }
}
