import type { NightRecord, ParentId } from './caregiver.ts'
import type { Split } from './ledger.ts'
import type { NightSum } from './night-sum.ts'

/** When a parent cannot do the routine: ISO weekdays 1 (Monday) to 7, and ranges, both ends inclusive. */
export interface Availability {
  weekdays: number[]
  ranges: { from: Temporal.PlainDate; to: Temporal.PlainDate }[]
}

/** The input of a plan. */
export interface PlanRequest extends Split {
  /** first night to plan */
  from: Temporal.PlainDate
  /** last night to plan, inclusive; at most 366 nights */
  to: Temporal.PlainDate
  away: Record<ParentId, Availability>
  /** the ISO weekdays on which a parent can do the routine and would rather not */
  ratherNot?: Record<ParentId, Pick<Availability, 'weekdays'>> | undefined
  /** nights before `from`, in any order */
  settled: NightRecord[]
  /** what nights older than `settled` add up to, which are in none of the last 30 dates and in no streak */
  older?: NightSum
  /** the same where only their number is known: each weighs as much as the first agreement's lightest weekday */
  totals?: Record<ParentId, number>
  /** nights inside `from`..`to` that a person decided */
  fixed: NightRecord[]
  /** what people have seen for `from`..`to` */
  published: NightRecord[]
}
