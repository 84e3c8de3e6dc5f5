import type { ParentId, ShownNight } from '@night-routine/database/nights'
import {
  breakable,
  fitsCell,
  parentIn,
  type Assignee,
  type People,
  type Wording,
} from '@night-routine/wording'
import { caregiverIn, caregiverName } from '../../text/caregiver-name.ts'

/** What else there is to know of a night: an icon, and words where there is room. */
export interface Mark {
  /** Null where the night before in the same row has it. */
  icon: 'lock' | 'star' | 'away' | 'clock' | 'note' | 'ask' | 'weight' | null
  text: string
}

/** Nights on which a parent is away, both ends included: more than a weekday rule. */
export interface Trip {
  parent: ParentId
  from: Temporal.PlainDate
  to: Temporal.PlainDate
}

export interface CellFacts {
  date: Temporal.PlainDate
  assignment: ShownNight | null
  /** The month of the page; null for the coming weeks. */
  month: Temporal.PlainYearMonth | null
  tonight: Temporal.PlainDate
  /** ISO; 1 is Monday. */
  weekStart: number
  people: People
  selected: boolean
  pending: boolean
  /** The trips of this night. */
  trips: readonly Trip[]
  /** Whether a parent asked the other one to take it. */
  asked: boolean
  /** Whether it has a note. */
  noted: boolean
  /** What it counts of its own; null is as usual. */
  weight: number | null
  was?: Assignee | null
  readOnly: boolean
  /** What choosing the night leads to, on a page where nights are chosen. */
  choose?: string | null | undefined
  wording: Wording
}

export type NightCell = NonNullable<ReturnType<typeof nightCell>>

/** The cell of a night; its link keeps the page's `?month=`. */
export function nightCell(facts: CellFacts) {
  const { date, assignment, month, tonight, people, wording } = facts
  const day = String(date.day)
  const [before = '', after = ''] = wording.night(date).split(day)
  const marks = assignment ? marksOf(assignment, facts) : []
  const was = facts.was ? caregiverIn(facts.was, people, wording) : null
  const name = caregiverName(assignment, people, wording)
  const fits = fitsCell(name)
  return {
    link: facts.readOnly ? null : assignment && nightLink(month, assignment),
    choose: facts.choose ?? null,
    before,
    day,
    after: `${after}${says(assignment, name, [...marks.map(({ text }) => text), ...(was ? [wording.say('cell.was', { name: was })] : [])], wording)}`,
    kind: assignment ? (assignment.caregiver ?? 'open') : 'unplanned',
    name: fits ? name : breakable(name),
    onPaper: ownName(assignment?.caregiver, people),
    fits,
    starts: month === null && date.day === 1 ? wording.shortMonth(date) : null,
    marks,
    trips: assignment ? facts.trips.map(trip => partOf(trip, date)) : [],
    asked: facts.asked,
    was: was && (was.isReader ? wording.say('person.you') : was.name),
    tonight: date.equals(tonight),
    past: Temporal.PlainDate.compare(date, tonight) < 0,
    outside: month !== null && date.month !== month.month,
    selected: facts.selected,
  }
}

/** The name of the parent who reads; null for anyone else. */
export function ownName(caregiver: Assignee['caregiver'] | undefined, { reader, names }: People) {
  return reader && caregiver === reader ? names[reader] : null
}

/** The parts of a night's address `/?month=…&night=…`, which the template writes; without a month, the page of the coming weeks. */
export function nightLink(month: Temporal.PlainYearMonth | null, { id }: Pick<ShownNight, 'id'>) {
  return { month: month?.toString() ?? null, id: id.toString() }
}

/** The address of a night's sheet, or of one of its choices. */
export function sheetAddress(
  { month, id }: ReturnType<typeof nightLink>,
  choice: Record<string, string> = {},
) {
  const query = new URLSearchParams({ ...(month === null ? {} : { month }), night: id, ...choice })
  return `/?${query.toString()}#night`
}

function partOf({ parent, from, to }: Trip, date: Temporal.PlainDate) {
  return { kind: parent, begins: date.equals(from), ends: date.equals(to) }
}

/** "Thursday 12 November: Alex" */
export function nightAndName(night: ShownNight, people: People, wording: Wording): string {
  const date = wording.capital(wording.night(night.night))
  return wording.say('night.heading', { date, name: caregiverName(night, people, wording) })
}

function says(
  assignment: ShownNight | null,
  name: string,
  notes: readonly string[],
  { say }: Wording,
) {
  if (!assignment) return say('cell.notPlanned')
  if (assignment.caregiver === null) return say('cell.unassigned')
  return say('cell.caregiver', { notes: [name, ...notes].join(', ') })
}

function marksOf({ caregiver, override }: ShownNight, facts: CellFacts): Mark[] {
  const { people, pending, trips, date, asked, noted, weight, wording } = facts
  const { say } = wording
  const isFirst = ({ from }: Trip) => date.equals(from) || date.dayOfWeek === facts.weekStart
  const marks: (Mark | false)[] = [
    caregiver === 'babysitter' && { icon: 'star', text: say('cell.babysitter') },
    override && { icon: 'lock', text: say('cell.locked') },
    asked && { icon: 'ask', text: say('cell.asked') },
    noted && { icon: 'note', text: say('cell.noted') },
    weight !== null && { icon: 'weight', text: say('cell.weight', { weight }) },
    ...trips.map((trip): Mark => ({
      icon: isFirst(trip) ? 'away' : null,
      text: say('cell.away', { name: parentIn(people, trip.parent) }),
    })),
    pending && { icon: 'clock', text: say('cell.pending') },
  ]
  return marks.filter(mark => mark !== false)
}
