import type { ShownNight } from '@night-routine/database/nights'
import { isBefore } from '@night-routine/household'
import { parentIn, type Assignee, type People, type Wording } from '@night-routine/wording'
import { weekdaysFrom } from '../../plugins/fields.ts'
import { labelsOf } from '../../text/person-name.ts'
import {
  nightCell,
  ownName,
  type CellFacts,
  type Mark,
  type NightCell,
  type Trip,
} from './night-cell.ts'

export interface MonthFacts extends Pick<
  CellFacts,
  'month' | 'tonight' | 'weekStart' | 'people' | 'wording'
> {
  /** At least the nights of the weeks shown, in any order. */
  nights: readonly (ShownNight & { note?: string | null; weight?: number | null })[]
  /** The absences with dates of the weeks shown. */
  trips?: readonly Trip[]
  /** The nights that a parent asked the other one to take. */
  asked?: readonly Temporal.PlainDate[]
  /** The night whose details are open, and the one to swap it with. */
  selected?: readonly Temporal.PlainDate[]
  /** Nights that are not yet up to date in the calendar. */
  pending?: readonly Temporal.PlainDate[]
  /** Who had the nights that the message over the page is about, by date. */
  was?: ReadonlyMap<string, Assignee> | undefined
  /** For read-only pages: nights have no links. */
  readOnly?: boolean
  /** For a read-only page where nights are chosen: its address, and what choosing a night leads to. */
  choosing?: {
    address: typeof homeAddress
    addressOf: (night: Temporal.PlainDate) => string | null
  }
}

// What links to other months begin and end with, and the page of the coming weeks. Relative where the page is shared, so
// that its secret address stays out of view models and templates.
const ownAddress = { page: '', rest: '', today: '?' }
const homeAddress = { page: '/', rest: '', today: '/' }

/** The month in whole weeks, with links to the previous and next one. */
export function monthView(facts: MonthFacts) {
  const { month, tonight, weekStart, people, selected = [], readOnly = false, wording } = facts
  const { trips = [], asked = [] } = facts
  const range = shownRange(facts)
  const { from, weeks } = range
  const nights = new Map(facts.nights.map(night => [night.night.toString(), night]))
  const pending = new Set(facts.pending?.map(String))
  const cell = (date: Temporal.PlainDate) => {
    const key = date.toString()
    return nightCell({
      ...facts,
      date,
      assignment: nights.get(key) ?? null,
      trips: trips.filter(trip => isIn(trip, date)),
      asked: asked.some(other => other.equals(date)),
      noted: nights.get(key)?.note != null,
      weight: nights.get(key)?.weight ?? null,
      selected: selected.some(other => other.equals(date)),
      pending: pending.has(key),
      was: facts.was?.get(key) ?? null,
      readOnly,
      choose: facts.choosing?.addressOf(date),
    })
  }
  const shown = withoutEmptyStart(
    count(weeks).map(week => count(7).map(day => cell(from.add({ days: week * 7 + day })))),
  )
  const link = (to: Temporal.PlainYearMonth) =>
    isWithinReach(to, tonight)
      ? { month: to.toString(), title: wording.month(to.toString()) }
      : null
  return {
    title:
      month === null
        ? wording.say('month.coming')
        : wording.capital(wording.month(month.toString())),
    address: facts.choosing?.address ?? (readOnly ? ownAddress : homeAddress),
    previous: link(month?.subtract({ months: 1 }) ?? from.subtract({ days: 1 }).toPlainYearMonth()),
    next: link(month?.add({ months: 1 }) ?? range.to.add({ days: 1 }).toPlainYearMonth()),
    current: month === null,
    weekdays: weekdaysFrom(weekStart).map(day => ({
      long: wording.weekday(day),
      short: wording.weekday(day, 'short'),
    })),
    weeks: shown,
    legend: legendOf(
      shown.flat(),
      trips.filter(trip => !isBefore(range.to, trip.from) && !isBefore(trip.to, range.from)),
      people,
      wording,
    ),
  }
}

/** A month in which planning begins starts with the week of its first night. */
function withoutEmptyStart(weeks: NightCell[][]): NightCell[][] {
  const first = weeks.findIndex(week => week.some(({ kind }) => kind !== 'unplanned'))
  return first < 0 ? weeks : weeks.slice(first)
}

/** The people, and the icons that this month shows. */
function legendOf(
  cells: readonly NightCell[],
  shownTrips: readonly Trip[],
  people: People,
  wording: Wording,
) {
  const { say, range } = wording
  const all: Mark[] = [
    { icon: 'lock', text: say('cell.locked') },
    { icon: 'ask', text: say('cell.asked') },
    { icon: 'note', text: say('cell.noted') },
    { icon: 'weight', text: say('month.countsOtherwise') },
    { icon: 'clock', text: say('cell.pending') },
  ]
  const used = new Set(cells.flatMap(({ marks }) => marks.map(({ icon }) => icon)))
  const names = labelsOf(people, wording)
  return {
    people: [
      { name: names.a, kind: 'a', onPaper: ownName('a', people) },
      { name: names.b, kind: 'b', onPaper: ownName('b', people) },
      { name: say('person.babysitter'), kind: 'babysitter', onPaper: null },
    ],
    trips: shownTrips.map(({ parent, from, to }) => {
      const dates = range(from.toString(), to.toString())
      const own = ownName(parent, people)
      return {
        text: say('month.trip', { name: parentIn(people, parent), dates }),
        kind: parent,
        onPaper: own && say('month.trip', { name: { name: own, isReader: false }, dates }),
      }
    }),
    marks: all.filter(({ icon }) => used.has(icon)),
  }
}

function isIn({ from, to }: Trip, date: Temporal.PlainDate): boolean {
  return !isBefore(date, from) && !isBefore(to, date)
}

function count(length: number) {
  return Array.from({ length }, (_, index) => index)
}

/** How many weeks the page of the coming weeks shows: this one, and five ahead. */
const comingWeeks = 6

/** The nights that a page shows: those of a month, or of the coming weeks. */
export function shownRange(facts: Pick<MonthFacts, 'month' | 'tonight' | 'weekStart'>) {
  const { month, tonight, weekStart } = facts
  if (month !== null) return monthRange(month, weekStart)
  const from = tonight.subtract({ days: (tonight.dayOfWeek - weekStart + 7) % 7 })
  return { from, to: from.add({ days: comingWeeks * 7 - 1 }), weeks: comingWeeks }
}

/** The month of the page that shows these nights; null where the coming weeks do. */
export function monthShowing(
  { from, to }: { from: Temporal.PlainDate; to: Temporal.PlainDate },
  weeks: { tonight: Temporal.PlainDate; weekStart: number },
): Temporal.PlainYearMonth | null {
  const coming = shownRange({ month: null, ...weeks })
  const isComing = !isBefore(from, coming.from) && !isBefore(coming.to, to)
  return isComing ? null : from.toPlainYearMonth()
}

/** The whole weeks of a month, from the household's first day of the week (ISO, 1 is Monday): some nights belong to others. */
export function monthRange(month: Temporal.PlainYearMonth, weekStart: number) {
  const first = month.toPlainDate({ day: 1 })
  const lead = (first.dayOfWeek - weekStart + 7) % 7
  const weeks = Math.ceil((lead + month.daysInMonth) / 7)
  const from = first.subtract({ days: lead })
  return { from, to: from.add({ days: weeks * 7 - 1 }), weeks }
}

const reachMonths = 60

/** Whether a month is within five years of tonight. */
export function isWithinReach(month: Temporal.PlainYearMonth, tonight: Temporal.PlainDate) {
  const { years, months } = month.since(tonight.toPlainYearMonth())
  return Math.abs(years * 12 + months) <= reachMonths
}
