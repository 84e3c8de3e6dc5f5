import type { Assignment, ParentId, RecordedEntry, ShownNight } from '@night-routine/database'
import type { Settings } from '@night-routine/household'
import type { Wording } from '@night-routine/wording'
import type { NightChoices } from './night-choices.ts'
import { nightActions, type NightActions } from './night-actions.ts'
import { nightAndName, type Kind, type People } from './night-cell.ts'
import { nightHistory } from './night-history.ts'
import { nightRules, type RuleLine } from './night-rules.ts'

/** The details of one night: who, why, and the numbers that decided. */
export interface NightView {
  heading: string
  kind: Kind
  sentence: string | null
  /** The date, for the caption of the counts. */
  date: string
  counts: { name: string; total: number; last30: number }[]
  rules: RuleLine[]
  away: string[]
  locked: boolean
  pending: boolean
  reason: string | null
  decidedOn: string
  /** Its changes, newest first. */
  changes: string[]
  /** YYYY-MM-DD, for the link to its history. */
  night: string
  /** The possible actions; null if the night is too old. */
  actions: NightActions | null
  /** Why the night can no longer be changed. */
  tooOld: string | null
  /** The month of the page, for the Close link. */
  month: string
}

export interface NightFacts {
  assignment: Assignment
  choices: NightChoices | null
  /** The newest entries about it. */
  history: readonly RecordedEntry[]
  settings: Pick<Settings, 'pastLimitDays' | 'timeZone'>
  /** Not yet up to date in the calendar. */
  pending: boolean
  month: Temporal.PlainYearMonth
  people: People
  words: Wording
}

/** The view model of a night's details. */
export function nightView(facts: NightFacts): NightView {
  const { assignment, choices, settings, month, people, words } = facts
  const { explanation } = assignment
  const parents: ParentId[] = ['a', 'b']
  return {
    heading: nightAndName(assignment, people, words),
    kind: assignment.caregiver ?? 'open',
    sentence: sentence(assignment, people, words),
    date: words.night(assignment.night),
    counts: explanation
      ? parents.map(parent => ({
          name: people.names[parent],
          total: explanation.totals[parent],
          last30: explanation.last30[parent],
        }))
      : [],
    rules: nightRules(assignment, people, words),
    away: (explanation?.away ?? []).map(parent => people.names[parent]),
    locked: assignment.override,
    pending: facts.pending,
    reason: assignment.reason,
    decidedOn: words.night(assignment.decidedOn),
    changes: nightHistory(facts.history, { timeZone: settings.timeZone, words }),
    night: assignment.night.toString(),
    actions: choices && nightActions(assignment, choices, { people, words }),
    tooOld: choices ? null : words.say('night.tooOld', { days: settings.pastLimitDays }),
    month: month.toString(),
  }
}

/**
 * Why this person does the night; null for a night stored without numbers. The numbers are the plan's; if
 * a person overrode it since, the night's own reason is used.
 */
export function sentence(
  { explanation: numbers, reason, caregiver, babysitterName }: ShownNight,
  { names }: People,
  words: Wording,
): string | null {
  const explanation = numbers && { ...numbers, reason }
  return explanation && words.explain({ explanation, caregiver, names, babysitterName })
}
