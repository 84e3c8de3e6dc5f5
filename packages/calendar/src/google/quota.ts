import type { CalendarQuota } from '../port.ts'

/**
 * Google allows 600 units a minute for each user, and a PATCH costs three
 * (https://developers.google.com/workspace/calendar/api/guides/quota and the reference of events.patch).
 * A burst of 100 units is enough to write a month of events. With 8 units a second after that, no minute
 * exceeds 580; the rest is for pages and pulls.
 */
export const googleQuota: CalendarQuota = {
  burst: 100,
  unitsPerSecond: 8,
  units: { read: 1, insert: 1, update: 3, remove: 1 },
}
