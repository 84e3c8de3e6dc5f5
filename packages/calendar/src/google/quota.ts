import type { CalendarQuota } from '../port.ts'

/**
 * 600 units a minute for each user, of which a PATCH takes three
 * (https://developers.google.com/workspace/calendar/api/guides/quota and the reference of events.patch).
 * A burst of 100 units covers a month of either kind; with 8 units a second after it no minute exceeds
 * 580, which leaves the rest to pages and pulls.
 */
export const googleQuota: CalendarQuota = {
  burst: 100,
  unitsPerSecond: 8,
  units: { read: 1, insert: 1, update: 3, remove: 1 },
}
