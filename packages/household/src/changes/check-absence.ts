import type { Absence } from '@night-routine/database'
import type { ChangeFacts } from './change-facts.ts'
import { refusal } from './refusal.ts'

const longestAbsence = 366

/**
 * An absence ends tonight or later, not before it begins, and lasts a year at most.
 * @throws ChangeRefusedError
 */
export function checkAbsence(
  { from, to }: Pick<Absence, 'from' | 'to'>,
  { tonight, inWords }: Pick<ChangeFacts, 'tonight' | 'inWords'>,
): void {
  if (Temporal.PlainDate.compare(to, from) < 0)
    throw refusal('not-allowed', 'to', `The last night comes before the first, ${inWords(from)}.`)
  if (from.until(to).days >= longestAbsence)
    throw refusal('not-allowed', 'to', 'An absence has at most 366 nights.')
  if (Temporal.PlainDate.compare(to, tonight) < 0)
    throw refusal('not-allowed', 'to', 'These nights are over: the plan would not change.')
}
