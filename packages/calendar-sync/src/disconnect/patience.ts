import { CalendarError } from '@night-routine/calendar'
import type { DisconnectRequest } from '@night-routine/database'

/** How long an unavailable provider may delay a disconnect. */
const patience = { minutes: 15 }

/**
 * Whether a disconnect continues without the failed call: at once when a retry cannot help, otherwise after 15
 * minutes. Errors that are not the provider's always stop it.
 */
export function canSkip(
  error: unknown,
  { requestedAt }: Pick<DisconnectRequest, 'requestedAt'>,
  now: Temporal.Instant,
): boolean {
  if (!(error instanceof CalendarError)) return false
  return error.class !== 'retry' || Temporal.Instant.compare(now, requestedAt.add(patience)) >= 0
}
