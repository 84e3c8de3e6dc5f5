import type { Assignment, RecordedEntry } from '@night-routine/database'
import type { ChangeFacts } from './change-facts.ts'
import { recordedDecision } from './night-decision.ts'
import { nightsOfChange, sameState, stateOf, type NightOfChange } from './night-state.ts'
import type { NightStep } from './record-change.ts'

/** The nights of a change that a person decided, or gave back to the plan: not what the plan made of it. */
export function decidedNights(entries: readonly RecordedEntry[]): NightOfChange[] {
  return nightsOfChange(entries).filter(({ before, after }) => before.override || after.override)
}

/** Whether the nights that were decided still are as the change left them. */
export function stillStands(
  entries: readonly RecordedEntry[],
  current: (night: Temporal.PlainDate) => Assignment | undefined,
): boolean {
  return decidedNights(entries).every(({ night, after }) =>
    sameState(stateOf(current(night)), after),
  )
}

/**
 * What takes a change back. The nights that were decided get the decision they had; those that the
 * plan moved because of it, and that lie ahead and are as the change left them, get back their parent,
 * so that planning goes on from what people had read before.
 */
export function takeBackSteps(
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
