import type { Caregiver } from './caregiver.ts'

/** Nights per caregiver. */
export type CaregiverCounts = Record<Caregiver, number>

/** Nights per caregiver, in all and month by month (`YYYY-MM`, in order). */
export interface NightCounts {
  total: CaregiverCounts
  months: { month: string; counts: CaregiverCounts }[]
}

/** Counts nights per caregiver and month; open nights count for nobody. */
export function countNights(
  _nights: { night: Temporal.PlainDate; caregiver: Caregiver | null }[],
): NightCounts {
  throw new Error('not built yet')
}
