import type { Caregiver, ParentId } from './caregiver.ts'
import type { CaregiverCounts } from './count.ts'

/** Nights of one caregiver and one weight; a group of one is a night. */
export interface NightGroup {
  /** null: open nights, which count for nobody */
  caregiver: Caregiver | null
  nights: number
  weight: number
}

/** How many nights each caregiver has, and what the parents' nights weigh together. */
export interface NightSum {
  counts: CaregiverCounts
  weighed: Record<ParentId, number>
}

/** Adds up groups of nights. */
export function sumNights(groups: Iterable<NightGroup>): NightSum {
  const sum: NightSum = { counts: { a: 0, b: 0, babysitter: 0 }, weighed: { a: 0, b: 0 } }
  for (const { caregiver, nights, weight } of groups) {
    if (caregiver === null) continue
    sum.counts[caregiver] += nights
    if (caregiver !== 'babysitter') sum.weighed[caregiver] += nights * weight
  }
  return sum
}

/** Adds up sums. */
export function totalOf(sums: readonly NightSum[]): NightSum {
  const total = sumNights([])
  for (const { counts, weighed } of sums) {
    total.counts.a += counts.a
    total.counts.b += counts.b
    total.counts.babysitter += counts.babysitter
    total.weighed.a += weighed.a
    total.weighed.b += weighed.b
  }
  return total
}
