import { CalendarError } from '@night-routine/calendar'
import type { Disconnection } from '@night-routine/database'

/** How long a provider that is away may hold up a disconnection. */
const patience = { minutes: 15 }

/**
 * Whether a disconnection goes on without what has just failed: at once where trying again cannot help,
 * after a quarter of an hour where it might have. Faults that are not the provider's never end it.
 */
export function goesOnWithout(
  error: unknown,
  { askedAt }: Pick<Disconnection, 'askedAt'>,
  now: Temporal.Instant,
): boolean {
  if (!(error instanceof CalendarError)) return false
  return error.class !== 'retry' || Temporal.Instant.compare(now, askedAt.add(patience)) >= 0
}
