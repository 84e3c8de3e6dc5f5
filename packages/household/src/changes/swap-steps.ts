import type { Assignment, ParentId } from '@night-routine/database'
import { message, type Message } from '@night-routine/wording'
import type { ChangeFacts } from './change-facts.ts'
import { fixed } from './night-decision.ts'
import type { NightStep } from './record-change.ts'
import { refusal, type ChangeRefusedError } from './refusal.ts'

/**
 * The decisions of a swap for its two nights.
 * @throws ChangeRefusedError `not-swappable`
 */
export function swapSteps(
  night: Assignment,
  other: Assignment,
  facts: Pick<ChangeFacts, 'names' | 'today'>,
): NightStep[] {
  if (night.id === other.id) throw notSwappable(message('refusal.swapWithItself'))
  const [one, two] = [parentOf(night, 'id'), parentOf(other, 'otherId')]
  if (one === two) throw notSwappable(message('refusal.hasBoth', { name: facts.names[one] }))
  const step = (before: Assignment, caregiver: ParentId): NightStep => ({
    action: 'nights-swapped',
    before,
    decision: fixed(
      before.night,
      { caregiver, babysitterName: null },
      { before, today: facts.today },
    ),
  })
  return [step(night, two), step(other, one)]
}

function parentOf({ night: date, caregiver, override }: Assignment, field: string): ParentId {
  if (override) throw notSwappable(message('refusal.locked', { date }), field)
  if (caregiver === null || caregiver === 'babysitter')
    throw notSwappable(message('refusal.nobodyHasIt', { date }), field)
  return caregiver
}

function notSwappable(says: Message, field = 'otherId'): ChangeRefusedError {
  return refusal('not-swappable', field, says)
}
