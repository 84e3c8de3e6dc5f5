import type { ParentId, ShownNight } from '@night-routine/database'
import { firstLetters, type Wording } from '@night-routine/wording'

/** A caregiver's look: a colour, a line style and a name, never a colour alone. */
export type Kind = ParentId | 'babysitter' | 'open' | 'unplanned'

/** The names of the household. */
export interface People {
  names: Record<ParentId, string>
}

/** The parts of `/?month=…&night=…`, which the template writes. */
export interface NightLink {
  month: string
  id: string
}

/** One night of the month. A screen reader hears `before`, `day`, `after`: "Thursday 12 November: Alex". */
export interface NightCell {
  /** Link to the details; null on an unplanned night or a read-only page. */
  link: NightLink | null
  before: string
  day: string
  after: string
  kind: Kind
  /** Visible text: the name, or its short form in narrow cells. */
  name: string
  short: string
  locked: boolean
  babysitter: boolean
  someoneAway: boolean
  /** Not yet up to date in the calendar. */
  pending: boolean
  tonight: boolean
  past: boolean
  outside: boolean
  selected: boolean
}

export interface CellFacts {
  date: Temporal.PlainDate
  assignment: ShownNight | null
  month: Temporal.PlainYearMonth
  tonight: Temporal.PlainDate
  people: People
  /** The short names of the parents. */
  short: Record<ParentId, string>
  selected: boolean
  pending: boolean
  readOnly: boolean
  words: Wording
}

/** The cell of a night; its link keeps the page's `?month=`. */
export function nightCell(facts: CellFacts): NightCell {
  const { date, assignment, month, tonight, people, words } = facts
  const day = String(date.day)
  const [before = '', after = ''] = words.night(date).split(day)
  const away = assignment?.caregiver === null ? [] : (assignment?.explanation?.away ?? [])
  return {
    link: facts.readOnly ? null : assignment && nightLink(month, assignment),
    before,
    day,
    after: `${after}${says(assignment, away, facts)}`,
    kind: assignment ? (assignment.caregiver ?? 'open') : 'unplanned',
    name: caregiverName(assignment, people, words),
    short: caregiverShort(assignment, facts),
    locked: assignment?.override ?? false,
    babysitter: assignment?.caregiver === 'babysitter',
    someoneAway: away.length > 0,
    pending: facts.pending,
    tonight: date.equals(tonight),
    past: Temporal.PlainDate.compare(date, tonight) < 0,
    outside: date.month !== month.month,
    selected: facts.selected,
  }
}

/** The link to a night's details on the page of this month. */
export function nightLink(
  month: Temporal.PlainYearMonth,
  { id }: Pick<ShownNight, 'id'>,
): NightLink {
  return { month: month.toString(), id: id.toString() }
}

type Carer = Pick<ShownNight, 'caregiver' | 'babysitterName'>

/** Who does the night; a babysitter may have no name. */
export function caregiverName(night: Carer | null, { names }: People, { say }: Wording): string {
  if (!night) return ''
  if (night.caregiver === null) return say('person.unassigned')
  return night.caregiver === 'babysitter'
    ? (night.babysitterName ?? say('person.babysitter'))
    : names[night.caregiver]
}

/** "Thursday 12 November: Alex" */
export function nightAndName(night: ShownNight, people: People, words: Wording): string {
  const date = words.capital(words.night(night.night))
  return words.say('night.heading', { date, name: caregiverName(night, people, words) })
}

function caregiverShort(
  night: Carer | null,
  { people, short, words }: Pick<CellFacts, 'people' | 'short' | 'words'>,
) {
  if (!night) return ''
  if (night.caregiver === null) return '?'
  return night.caregiver === 'babysitter'
    ? firstLetters(caregiverName(night, people, words), 2)
    : short[night.caregiver]
}

function says(
  assignment: ShownNight | null,
  away: readonly ParentId[],
  { people, pending, words }: Pick<CellFacts, 'people' | 'pending' | 'words'>,
) {
  const { say } = words
  if (!assignment) return say('cell.notPlanned')
  if (assignment.caregiver === null) return say('cell.unassigned')
  const notes = [
    caregiverName(assignment, people, words),
    ...(assignment.caregiver === 'babysitter' ? [say('cell.babysitter')] : []),
    ...(assignment.override ? [say('cell.locked')] : []),
    ...away.map(parent => say('cell.away', { name: people.names[parent] })),
    ...(pending ? [say('cell.pending')] : []),
  ]
  return say('cell.caregiver', { notes: notes.join(', ') })
}
