import type { Settings } from '@night-routine/database'

/**
 * The night people mean by "tonight": the civil date in the household's zone, where the hours before
 * the day turns still belong to the evening before (design.md section 3, "the hour the day turns").
 * Wall-clock hours are subtracted, so a night with a clock change turns at the same hour as any other.
 */
export function tonight(
  settings: Pick<Settings, 'timeZone' | 'dayTurnsAtHour'>,
  now: Temporal.Instant,
): Temporal.PlainDate {
  return now
    .toZonedDateTimeISO(settings.timeZone)
    .toPlainDateTime()
    .subtract({ hours: settings.dayTurnsAtHour })
    .toPlainDate()
}
