import type { Assignment, NightNote, ParentId, RecordedEntry } from '@night-routine/database/nights'
import { explainNight, zoneOf, type Settings } from '@night-routine/household'
import { parentIn, type Wording } from '@night-routine/wording'
import type { KnownPeople } from '../../text/person-name.ts'
import type { AskView } from '../asks/asks-view.ts'
import { historySentence } from '../../text/history-sentence.ts'
import { datedNight } from '../../text/dated-night.ts'
import type { NightChoices } from './night-choices.ts'
import { nightActions } from './night-actions.ts'
import { nightStepView, type NightStep } from './night-steps.ts'
import type { MonthFacts } from '../home/month-view.ts'
import { nightAndName } from '../home/night-cell.ts'
import { caregiverIn } from '../../text/caregiver-name.ts'
import type { TonightAction } from '../home/tonight-view.ts'
import { nightRules } from './night-rules.ts'

export interface NightFacts extends Pick<MonthFacts, 'month' | 'tonight' | 'people' | 'wording'> {
  assignment: Assignment
  /** Null where the night cannot be changed. */
  choices: NightChoices | null
  /** What was chosen, and is not made yet. */
  step?: NightStep | null
  /** What the night counts of its own; null is as usual. */
  weight?: number | null
  /** The newest entries about it. */
  history: readonly RecordedEntry[]
  /** Which parent an account is. */
  accounts: KnownPeople['accounts']
  note?: NightNote | null
  asks?: AskView[]
  settings: Pick<Settings, 'pastLimitDays' | 'timeZone'>
  /** What the reader can do if the parent who has tonight is away. */
  whenAway?: TonightAction[]
  /** Not yet up to date in the calendar. */
  pending: boolean
  now: Temporal.Instant
}

/** The view model of a night's details. */
export function nightView(facts: NightFacts) {
  const { weight = null, step = null } = facts
  const { assignment, choices, settings, month, tonight, people, wording } = facts
  const { explanation, reason, caregiver } = assignment
  const isSaid = (parent: ParentId) =>
    caregiver === null || (reason === 'Unavailability' && parent !== caregiver)
  return {
    heading: nightAndName(assignment, people, wording),
    sentence: explainNight(assignment, people, wording),
    rules: nightRules(assignment, people, wording),
    away: (explanation?.away ?? [])
      .filter(parent => !isSaid(parent))
      .map(parent => parentIn(people, parent)),
    locked: assignment.override,
    counts: weight === null ? null : wording.say('night.counts', { weight }),
    pending: facts.pending,
    decidedOn: wording.night(assignment.decidedOn),
    changes: nightHistory(facts.history, {
      timeZone: zoneOf(settings),
      now: facts.now,
      people: { ...people, accounts: facts.accounts },
      tonight,
      wording,
    }),
    night: assignment.night.toString(),
    actions: choices && nightActions(assignment, choices, { people, month, wording }),
    step:
      choices &&
      step &&
      nightStepView(assignment, step, choices, {
        people,
        month,
        tonight,
        whenAway: facts.whenAway ?? [],
        note: {
          note: facts.note?.note ?? '',
          shared: facts.note?.shared ?? false,
          // The calendar gets the notes of tonight and later nights.
          inCalendar: Temporal.PlainDate.compare(assignment.night, tonight) >= 0,
        },
        wording,
      }),
    note: facts.note?.note ?? '',
    asks: facts.asks ?? [],
    tooOld: choices ? null : wording.say('night.tooOld', { days: settings.pastLimitDays }),
    behind: month === null ? '/' : `/?month=${month.toString()}`,
    why:
      assignment.caregiver === null
        ? wording.say('night.whyOpen')
        : wording.say('night.why', { name: caregiverIn(assignment, people, wording) }),
  }
}

/** The changes of a night in words, newest first: "You took Thursday 26 from Robin, today 14:54". */
export function nightHistory(
  entries: readonly RecordedEntry[],
  facts: {
    timeZone: string
    now: Temporal.Instant
    people: KnownPeople
    tonight: Temporal.PlainDate
    wording: Wording
  },
): string[] {
  const { timeZone, now, tonight, wording } = facts
  const today = now.toZonedDateTimeISO(timeZone).toPlainDate()
  return entries.map(entry => {
    const at = entry.at.toZonedDateTimeISO(timeZone)
    const date = at.toPlainDate()
    return wording.say('night.changed', {
      what: historySentence(entry, [entry], { ...facts, near: entry.night ?? tonight }),
      day: date.equals(today) ? wording.say('date.today') : datedNight(date, today, wording),
      time: wording.time(at.toPlainTime()),
    })
  })
}
