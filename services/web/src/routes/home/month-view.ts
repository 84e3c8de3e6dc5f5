import type { ShownNight } from '@night-routine/database'
import type { People, Wording } from '@night-routine/wording'
import { nightCell, type Kind, type Mark, type NightCell } from './night-cell.ts'

interface MonthLink {
  month: string
  title: string
}

/** One month. */
export interface MonthView {
  title: string
  /** The page that takes `?month=`, and the one of tonight. */
  address: { page: string; today: string }
  previous: MonthLink | null
  next: MonthLink | null
  /** Whether tonight is in this month. */
  current: boolean
  weekdays: { long: string; short: string }[]
  /** Without the weeks before the first planned night. */
  weeks: NightCell[][]
  legend: { people: { name: string; kind: Kind }[]; marks: Mark[] }
}

export interface MonthFacts {
  month: Temporal.PlainYearMonth
  tonight: Temporal.PlainDate
  weekStart: number
  /** At least the nights of the weeks shown, in any order. */
  nights: readonly ShownNight[]
  people: People
  /** The night whose details are open. */
  selected: ShownNight | null
  /** Nights that are not yet up to date in the calendar. */
  pending?: readonly Temporal.PlainDate[]
  /** For read-only pages: nights have no links. */
  readOnly?: boolean
  wording: Wording
}

// Relative, so that the page's secret address stays out of view models and templates.
const ownAddress = { page: '', today: '?' }
const homeAddress = { page: '/', today: '/' }

/** The month in whole weeks, with links to the previous and next one. */
export function monthView(facts: MonthFacts): MonthView {
  const { month, tonight, weekStart, people, selected, readOnly = false, wording } = facts
  const { from, weeks } = monthRange(month, weekStart)
  const nights = new Map(facts.nights.map(night => [night.night.toString(), night]))
  const pending = new Set(facts.pending?.map(String))
  const cell = (date: Temporal.PlainDate) => {
    const key = date.toString()
    return nightCell({
      date,
      assignment: nights.get(key) ?? null,
      month,
      tonight,
      people,
      selected: selected !== null && date.equals(selected.night),
      pending: pending.has(key),
      readOnly,
      wording,
    })
  }
  const shown = withoutEmptyStart(
    count(weeks).map(week => count(7).map(day => cell(from.add({ days: week * 7 + day })))),
  )
  const link = (to: Temporal.PlainYearMonth): MonthLink | null =>
    isWithinReach(to, tonight)
      ? { month: to.toString(), title: wording.month(to.toString()) }
      : null
  return {
    title: wording.capital(wording.month(month.toString())),
    address: readOnly ? ownAddress : homeAddress,
    previous: link(month.subtract({ months: 1 })),
    next: link(month.add({ months: 1 })),
    current: month.equals(tonight.toPlainYearMonth()),
    weekdays: count(7).map(day => {
      const weekday = ((weekStart - 1 + day) % 7) + 1
      return { long: wording.weekday(weekday), short: wording.weekday(weekday, 'short') }
    }),
    weeks: shown,
    legend: legendOf(shown.flat(), people, wording),
  }
}

/** A month in which planning begins starts with the week of its first night. */
function withoutEmptyStart(weeks: NightCell[][]): NightCell[][] {
  const first = weeks.findIndex(week => week.some(({ kind }) => kind !== 'unplanned'))
  return first < 0 ? weeks : weeks.slice(first)
}

/** The people, and the icons that this month shows. */
function legendOf(cells: readonly NightCell[], { names }: People, { say }: Wording) {
  const all: Mark[] = [
    { icon: 'lock', text: say('cell.locked') },
    { icon: 'away', text: say('month.away') },
    { icon: 'clock', text: say('cell.pending') },
  ]
  const used = new Set(cells.flatMap(({ marks }) => marks.map(({ icon }) => icon)))
  const people: MonthView['legend']['people'] = [
    { name: names.a, kind: 'a' },
    { name: names.b, kind: 'b' },
    { name: say('person.babysitter'), kind: 'babysitter' },
  ]
  return { people, marks: all.filter(({ icon }) => used.has(icon)) }
}

function count(length: number) {
  return Array.from({ length }, (_, index) => index)
}

/** The nights of a month page: whole weeks, so some belong to the months around it. */
export interface MonthRange {
  from: Temporal.PlainDate
  to: Temporal.PlainDate
  weeks: number
}

/** The weeks of a month, from the household's first day of the week (ISO, 1 is Monday). */
export function monthRange(month: Temporal.PlainYearMonth, weekStart: number): MonthRange {
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

/** The month in the address; undefined if invalid. */
export function parseMonth(text: string): Temporal.PlainYearMonth | undefined {
  return /^\d{4}-(0[1-9]|1[0-2])$/.test(text) ? Temporal.PlainYearMonth.from(text) : undefined
}
