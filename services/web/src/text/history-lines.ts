import type { RecordedEntry } from '@night-routine/database/nights'
import { nightsOfChange, type NightOfChange, type NightState } from '@night-routine/household'
import type { Wording } from '@night-routine/wording'
import type { KnownPeople } from './person-name.ts'
import { caregiverIn, caregiverName } from './caregiver-name.ts'
import { datedNight } from './dated-night.ts'

/** A night in a change, before and after. */
export type NightLine = ReturnType<typeof nightLine>

/** What the lines of a change depend on. */
export interface LineFacts {
  people: KnownPeople
  tonight: Temporal.PlainDate
  /** The date that the sentence stands under; nights of its month are said without the month. */
  near: Temporal.PlainDate
  wording: Wording
}

/** The nights of a change: those a person decided, and those the plan moved because of it. */
export function nightLines(entries: readonly RecordedEntry[], facts: LineFacts) {
  const nights = nightsOfChange(entries)
  return {
    decided: nights.filter(isDecided).map(night => nightLine(night, facts)),
    moved: nights.filter(night => !isDecided(night)).map(night => nightLine(night, facts)),
  }
}

/** More nights are counted instead. */
export const mostNamed = 3

/** "Saturday 12, Sunday 13, Monday 14 and 2 more nights" */
export function namedNights(nights: readonly NightLine[], { list, say }: Wording): string {
  const named = nights.slice(0, mostNamed).map(({ onDate }) => onDate)
  const count = nights.length - named.length
  return list(count === 0 ? named : [...named, say('notification.more', { count })])
}

function isDecided({ before, after }: NightOfChange): boolean {
  return before.override || after.override
}

function nightLine(
  { night, before, after }: NightOfChange,
  { people, tonight, near, wording }: LineFacts,
) {
  const assignee = (state: NightState) => ({
    /** "You" for the reader. */
    name: caregiverName(state, people, wording),
    /** The same, for a sentence; null for an open night. */
    person: state.caregiver === null ? null : caregiverIn(state, people, wording),
    kind: state.caregiver ?? ('open' as const),
    locked: state.override,
  })
  return {
    /** YYYY-MM-DD, for the link to the night's history. */
    night: night.toString(),
    date: wording.capital(datedNight(night, tonight, wording)),
    /** The date within a sentence: "Friday 27". */
    onDate: wording.nightNear(night, near),
    before: assignee(before),
    after: assignee(after),
  }
}
