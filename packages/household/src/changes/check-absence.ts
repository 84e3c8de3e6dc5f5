import type { Absence } from '@night-routine/database'
import { message } from '@night-routine/wording'
import type { ChangeFacts } from './change-facts.ts'
import { refusal } from './refusal.ts'

const longestAbsence = 366

/**
 * Refuses an absence that is over, ends before it starts, or lasts longer than a year.
 * @throws ChangeRefusedError
 */
export function checkAbsence(
  { from, to }: Pick<Absence, 'from' | 'to'>,
  { tonight }: Pick<ChangeFacts, 'tonight'>,
): void {
  if (Temporal.PlainDate.compare(to, from) < 0)
    throw refusal('not-allowed', 'to', message('refusal.endsBeforeItBegins', { date: from }))
  if (from.until(to).days >= longestAbsence)
    throw refusal('not-allowed', 'to', message('refusal.absenceTooLong', { most: longestAbsence }))
  if (Temporal.PlainDate.compare(to, tonight) < 0)
    throw refusal('not-allowed', 'to', message('refusal.absenceOver'))
}
