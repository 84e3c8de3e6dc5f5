import type { Assignment, RecordedEntry } from '@night-routine/database'
import type { ChangeFacts } from './change-facts.ts'
import { recordedDecision } from './night-decision.ts'
import { nightsOfChange, sameState, stateOf, type NightOfChange } from './night-state.ts'
import type { NightStep } from './record-change.ts'

/** The nights of a change that a person locked or unlocked, without those that the plan changed. */
export function decidedNights(entries: readonly RecordedEntry[]): NightOfChange[] {
  return nightsOfChange(entries).filter(({ before, after }) => before.override || after.override)
}

/** Whether these nights are still as the change left them. */
export function isInEffect(
  entries: readonly RecordedEntry[],
  current: (night: Temporal.PlainDate) => Assignment | undefined,
): boolean {
  return decidedNights(entries).every(({ night, after }) =>
    sameState(stateOf(current(night)), after),
  )
}

/**
 * The steps that undo a change. The nights that a person decided get their earlier decision. Future nights
 * that the plan moved because of it, and that did not change since, get back their parent, so that planning
 * starts from what people had read before.
 */
export function undoSteps(
  entries: readonly RecordedEntry[],
  current: (night: Temporal.PlainDate) => Assignment | undefined,
  { tonight, today }: Pick<ChangeFacts, 'tonight' | 'today'>,
): NightStep[] {
  const decided = decidedNights(entries)
  const moved = nightsOfChange(entries)
    .filter(({ before, after }) => !before.override && !after.override)
    .filter(({ night }) => Temporal.PlainDate.compare(night, tonight) > 0)
    .filter(({ night, after }) => sameState(stateOf(current(night)), after))
  return [...decided, ...moved].map(({ night, first }) => ({
    action: 'change-taken-back',
    before: current(night),
    decision: recordedDecision(night, first.before, today),
  }))
}
