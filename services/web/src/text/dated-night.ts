import type { Wording } from '@night-routine/wording'

/** A night's date, with the year if it differs from tonight's. */
export function datedNight(
  night: Temporal.PlainDate,
  tonight: Temporal.PlainDate,
  wording: Wording,
): string {
  return `${wording.night(night)}${night.year === tonight.year ? '' : ` ${night.year}`}`
}
