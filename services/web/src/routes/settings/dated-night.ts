import type { Wording } from '@night-routine/wording'

/** A night as people write it, with its year where that is not the year of tonight. */
export function datedNight(
  night: Temporal.PlainDate,
  tonight: Temporal.PlainDate,
  words: Wording,
): string {
  return `${words.night(night)}${night.year === tonight.year ? '' : ` ${night.year}`}`
}
