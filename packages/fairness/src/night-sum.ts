import { caregivers, parentIds, type Caregiver, type ParentId } from './caregiver.ts'
import type { CaregiverCounts } from './count.ts'
import { inNights, type Ledger } from './ledger.ts'

/** Nights of one caregiver, one weekday and one agreement, where weeks turn about of one turn; or a single night. */
export interface NightGroup {
  /** null: open nights, which count for nobody */
  caregiver: Caregiver | null
  nights: number
  /** The latest of them, which stands for all. */
  last: Temporal.PlainDate
}

/** How many nights each caregiver has, what the parents' nights weigh together, and their balance in units. */
export interface NightSum {
  counts: CaregiverCounts
  weighed: Record<ParentId, number>
  balance: number
}

/** Adds up groups of nights. */
export function sumNights(groups: Iterable<NightGroup>, ledger: Ledger): NightSum {
  const sum = emptySum()
  for (const { caregiver, nights, last } of groups) {
    if (caregiver === null) continue
    sum.counts[caregiver] += nights
    if (caregiver === 'babysitter') continue
    const weight = ledger.weightOf(last)
    sum.weighed[caregiver] += nights * weight
    sum.balance += nights * ledger.step(caregiver, weight, last)
  }
  return sum
}

/** Whether the balance is the difference of the parents: half and half, as far as these nights tell. */
export function isHalves({ weighed, balance }: NightSum): boolean {
  return inNights(balance) === weighed.a - weighed.b
}

/** Adds up sums. */
export function totalOf(sums: readonly NightSum[]): NightSum {
  const total = emptySum()
  for (const { counts, weighed, balance } of sums) {
    for (const caregiver of caregivers) total.counts[caregiver] += counts[caregiver]
    for (const parent of parentIds) total.weighed[parent] += weighed[parent]
    total.balance += balance
  }
  return total
}

function emptySum(): NightSum {
  return { counts: { a: 0, b: 0, babysitter: 0 }, weighed: { a: 0, b: 0 }, balance: 0 }
}
