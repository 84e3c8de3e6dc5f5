import type { Settings } from './settings/settings.ts'
import { zoneOf } from './settings/zone.ts'

/**
 * The night that people mean by "tonight": the date in the household's time zone, where the hours before
 * `dayTurnsAtHour` belong to the evening before. Wall-clock hours are subtracted, so a night with a clock
 * change turns at the same hour as any other.
 */
export function tonight(
  settings: Pick<Settings, 'timeZone' | 'dayTurnsAtHour'>,
  now: Temporal.Instant,
): Temporal.PlainDate {
  return now
    .toZonedDateTimeISO(zoneOf(settings))
    .toPlainDateTime()
    .subtract({ hours: settings.dayTurnsAtHour })
    .toPlainDate()
}

/** Days after tonight within which every planned or locked night lies: `lookAheadDays` is at most 365. */
export const longestHorizon = 366

/** The oldest night that people may change, on a page or in the calendar: `pastLimitDays` before tonight. */
export function oldestChangeable(
  settings: Pick<Settings, 'timeZone' | 'dayTurnsAtHour' | 'pastLimitDays'>,
  now: Temporal.Instant,
): Temporal.PlainDate {
  return tonight(settings, now).subtract({ days: settings.pastLimitDays })
}

/** Whether one date is before another. */
export function isBefore(one: Temporal.PlainDate, other: Temporal.PlainDate): boolean {
  return Temporal.PlainDate.compare(one, other) < 0
}
