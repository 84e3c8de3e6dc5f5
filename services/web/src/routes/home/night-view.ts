import type { Assignment, ParentId } from '@night-routine/database'
import type { Wording } from '@night-routine/wording'
import type { NightChoices } from '../../night-choices.ts'
import { nightActions, type NightActions } from './night-actions.ts'
import { nightAndName, type Kind, type People } from './night-cell.ts'

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
  /** What may be done with it; null where it is too old. */
  actions: NightActions | null
  /** The month of the page, to go back to with nothing open. */
  month: string
}

export interface NightFacts {
  assignment: Assignment
  choices: NightChoices | null
  month: Temporal.PlainYearMonth
  people: People
  words: Wording
}

/** The details of a night as its template prints them. */
export function nightView({ assignment, choices, month, people, words }: NightFacts): NightView {
  const { explanation } = assignment
  const parents: ParentId[] = ['a', 'b']
  return {
    heading: nightAndName(assignment, people, words),
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
    actions: choices && nightActions(assignment, choices, { people, words }),
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
