import type { Wording } from '@night-routine/wording'

/** A night's date, with the year if it differs from tonight's. */
export function datedNight(
  night: Temporal.PlainDate,
  tonight: Temporal.PlainDate,
  words: Wording,
): string {
  return `${words.night(night)}${night.year === tonight.year ? '' : ` ${night.year}`}`
}
