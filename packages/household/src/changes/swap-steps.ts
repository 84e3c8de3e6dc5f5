import type { Assignment, ParentId } from '@night-routine/database'
import type { ChangeFacts } from './change-facts.ts'
import { fixed } from './night-decision.ts'
import type { NightStep } from './record-change.ts'
import { refusal, type ChangeRefusedError } from './refusal.ts'

/**
 * What a swap does to its two nights.
 * @throws ChangeRefusedError `not-swappable`
 */
export function swapSteps(
  night: Assignment,
  other: Assignment,
  facts: Pick<ChangeFacts, 'names' | 'today' | 'inWords'>,
): NightStep[] {
  if (night.id === other.id) throw notSwappable('A night cannot be swapped with itself.')
  const [one, two] = [parentOf(night, facts, 'id'), parentOf(other, facts, 'otherId')]
  if (one === two) throw notSwappable(`${facts.names[one]} has both nights already.`)
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

function parentOf(
  { night, caregiver, override }: Assignment,
  { inWords }: Pick<ChangeFacts, 'inWords'>,
  field: string,
): ParentId {
  if (override) throw notSwappable(`${inWords(night)} is locked: unlock it first.`, field)
  if (caregiver === null || caregiver === 'babysitter')
    throw notSwappable(`Nobody has ${inWords(night)}: give it to somebody instead.`, field)
  return caregiver
}

function notSwappable(words: string, field = 'otherId'): ChangeRefusedError {
  return refusal('not-swappable', field, words)
}
