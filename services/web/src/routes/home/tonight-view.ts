import type { ParentId, ShownNight } from '@night-routine/database'
import { otherParent } from '@night-routine/fairness'
import { parentIn, type People, type Person, type Wording } from '@night-routine/wording'
import {
  breakable,
  caregiverIn,
  caregiverName,
  fitsCell,
  nightAndName,
  nightLink,
  type Kind,
  type NightLink,
} from './night-cell.ts'
import { sentence } from './night-view.ts'

/** Tonight, as the band at the top of the home page shows it. */
export interface TonightView {
  /** YYYY-MM-DD */
  date: string
  name: string
  /** The same person, for a sentence. */
  who: Person
  kind: Kind
  locked: boolean
  link: NightLink
  sentence: string | null
  /** The other parent, who can take the night with one press; null if they are away. */
  give: { to: ParentId; name: Person } | null
}

/** One of the seven nights from tonight on. */
export interface WeekNight {
  /** Null where nothing is planned. */
  link: NightLink | null
  /** "Friday 20 November: Alex" */
  spoken: string
  weekday: string
  day: number
  kind: Kind
  /** With soft hyphens. */
  name: string
  fits: boolean
  tonight: boolean
}

interface Facts {
  tonight: Temporal.PlainDate
  nights: readonly ShownNight[]
  people: People
  wording: Wording
}

/** Who does tonight and why; null if tonight isn't planned. */
export function tonightView({ tonight, nights, people, wording }: Facts): TonightView | null {
  const assignment = nights.find(({ night }) => night.equals(tonight))
  if (assignment === undefined) return null
  return {
    date: tonight.toString(),
    name: caregiverName(assignment, people, wording),
    who: caregiverIn(assignment, people, wording),
    kind: assignment.caregiver ?? 'open',
    locked: assignment.override,
    link: nightLink(tonight.toPlainYearMonth(), assignment),
    sentence: sentence(assignment, people, wording),
    give: giveTo(assignment, people),
  }
}

function giveTo({ caregiver, explanation }: ShownNight, people: People) {
  if (caregiver !== 'a' && caregiver !== 'b') return null
  const to = otherParent(caregiver)
  return explanation?.away.includes(to) === true ? null : { to, name: parentIn(people, to) }
}

/** The week from tonight on. */
export function weekView({ tonight, nights, people, wording }: Facts): WeekNight[] {
  const planned = new Map(nights.map(night => [night.night.toString(), night]))
  return Array.from({ length: 7 }, (_, days) => {
    const date = tonight.add({ days })
    const night = planned.get(date.toString()) ?? null
    const name = caregiverName(night, people, wording)
    return {
      link: night && nightLink(date.toPlainYearMonth(), night),
      spoken: night ? nightAndName(night, people, wording) : '',
      weekday: wording.weekday(date.dayOfWeek, 'short'),
      day: date.day,
      kind: night ? (night.caregiver ?? 'open') : 'unplanned',
      name: breakable(name),
      fits: fitsCell(name),
      tonight: days === 0,
    }
  })
}
