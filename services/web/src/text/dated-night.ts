import type { Wording } from '@night-routine/wording'

/** A night's date, with the year if it differs from tonight's. */
export function datedNight(
  night: Temporal.PlainDate,
  tonight: Temporal.PlainDate,
  wording: Wording,
): string {
  const named = wording.night(night)
  if (night.year === tonight.year) return named
  return wording.say('date.inYear', { night: named, year: String(night.year) })
}
