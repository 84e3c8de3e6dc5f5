import type { NightToSave, ParentId, Explanation } from '@night-routine/database/nights'

export const day = (text: string) => Temporal.PlainDate.from(text)

export const explanation: Explanation = {
  reason: 'Total Count',
  totals: { a: 14, b: 16 },
  last30: { a: 14, b: 16 },
  streak: { parent: 'b', nights: 1 },
  away: [],
  absence: null,
}

/** A planned night of this parent. */
export function planned(night: string, caregiver: ParentId): NightToSave {
  return { night: day(night), caregiver, reason: 'Total Count', explanation }
}
