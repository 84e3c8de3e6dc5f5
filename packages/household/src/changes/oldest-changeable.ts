import type { Settings } from '../settings/settings.ts'
import { tonight } from '../tonight.ts'

/** The oldest night that people may change, on a page or in the calendar: `pastLimitDays` before tonight. */
export function oldestChangeable(
  settings: Pick<Settings, 'timeZone' | 'dayTurnsAtHour' | 'pastLimitDays'>,
  now: Temporal.Instant,
): Temporal.PlainDate {
  return tonight(settings, now).subtract({ days: settings.pastLimitDays })
}
