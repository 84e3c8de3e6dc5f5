import type { Settings } from '@night-routine/database'
import { tonight } from '../tonight.ts'

/**
 * The oldest night that people may still change, from a page or in the calendar alike: as many nights
 * before tonight as the past limit says (design.md section 3).
 */
export function oldestChangeable(
  settings: Pick<Settings, 'timeZone' | 'dayTurnsAtHour' | 'pastLimitDays'>,
  now: Temporal.Instant,
): Temporal.PlainDate {
  return tonight(settings, now).subtract({ days: settings.pastLimitDays })
}
