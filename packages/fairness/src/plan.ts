import type { Caregiver } from './caregiver.ts'
import type { Explanation } from './explanation.ts'
import type { PlanRequest } from './plan-request.ts'
import type { Reason } from './reason.ts'

/** One night of a plan. */
export interface PlannedNight {
  night: Temporal.PlainDate
  /** null: an open night, nobody can do it and nobody has decided */
  caregiver: Caregiver | null
  /** null on an open night */
  reason: Reason | null
  explanation: Explanation
}

/** A plan: one entry for each date from `from` to `to`, in order. */
export interface Plan {
  nights: PlannedNight[]
  /** nights of a minus nights of b: before the first night, after the last, and the worst (absolute) after any of them */
  balance: { before: number; after: number; worst: number }
  /** the longest streak of one parent that touches the planned nights */
  longestStreak: number
}

/** Plans `from`..`to`. Throws FairnessInputError. */
export function planNights(_request: PlanRequest): Plan {
  throw new Error('not built yet')
}
