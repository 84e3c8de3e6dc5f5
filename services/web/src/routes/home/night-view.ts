import type { Assignment, ParentId } from '@night-routine/database'
import type { Wording } from '@night-routine/wording'
import { caregiverName, type Kind, type People } from './night-cell.ts'

/** The details of one night: who, why, and the numbers that decided. */
export interface NightView {
  heading: string
  kind: Kind
  sentence: string | null
  counts: { name: string; total: number; last30: number }[]
  away: string[]
  locked: boolean
  reason: string | null
  decidedOn: string
  /** The month of the page, to go back to with nothing open. */
  month: string
}

export interface NightFacts {
  assignment: Assignment
  month: Temporal.PlainYearMonth
  people: People
  words: Wording
}

/** The details of a night as its template prints them. */
export function nightView({ assignment, month, people, words }: NightFacts): NightView {
  const { explanation } = assignment
  const parents: ParentId[] = ['a', 'b']
  return {
    heading: `${words.night(assignment.night)}: ${caregiverName(assignment, people)}`,
    kind: assignment.caregiver ?? 'open',
    sentence: sentence(assignment, people, words),
    counts: explanation
      ? parents.map(parent => ({
          name: people.names[parent],
          total: explanation.totals[parent],
          last30: explanation.last30[parent],
        }))
      : [],
    away: (explanation?.away ?? []).map(parent => people.names[parent]),
    locked: assignment.override,
    reason: assignment.reason,
    decidedOn: words.night(assignment.decidedOn),
    month: month.toString(),
  }
}

/** Why this person does this night; null for a night that was recorded without its numbers. */
export function sentence(
  { explanation, caregiver, babysitterName }: Assignment,
  { names }: People,
  words: Wording,
): string | null {
  return explanation && words.explain({ explanation, caregiver, names, babysitterName })
}
