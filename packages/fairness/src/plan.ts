import { parentIds } from './caregiver.ts'
import type { Caregiver, ParentId } from './caregiver.ts'
import { cheapestPath } from './cheapest-path.ts'
import type { PathNight } from './cheapest-path.ts'
import { checkRequest } from './check-request.ts'
import { explain, nearestAbsence } from './explanation.ts'
import type { ChosenNight, Explanation } from './explanation.ts'
import { layOut, nearAbsence } from './horizon.ts'
import type { Horizon, HorizonNight } from './horizon.ts'
import type { PlanRequest } from './plan-request.ts'
import { carriedBound } from './price.ts'
import type { Run, Side } from './price.ts'
import { reasonFor } from './reason.ts'
import type { Reason } from './reason.ts'
import { lead, startTally } from './tally.ts'
import type { RunningTally } from './tally.ts'

/** One night of a plan. */
export interface PlannedNight {
  night: Temporal.PlainDate
  /** null on an open night: neither parent can do it, and there is no override */
  caregiver: Caregiver | null
  /** null on an open night */
  reason: Reason | null
  explanation: Explanation
}

/** A plan: one entry for each date from `from` to `to`, in order. */
export interface Plan {
  nights: PlannedNight[]
  /** nights of a minus nights of b: before the first night, after the last, and the largest (absolute) in between */
  balance: { before: number; after: number; worst: number }
  /** the longest streak of one parent that includes planned nights */
  longestStreak: number
}

const sideOf: Record<ParentId, Side> = { a: 0, b: 1 }

function runOf(tally: RunningTally): Run {
  const { parent, nights } = tally.read().streak
  if (parent === null) return 0
  const twice = nights >= 2
  if (parent === 'a') return twice ? 2 : 1
  return twice ? 4 : 3
}

/** The nights to plan and those just beyond, as input for the path. */
function pathNights({ settled, planned, beyond }: Horizon, balance: number): PathNight[] {
  const ahead = [...planned, ...beyond]
  const near = parentIds.map(parent => nearAbsence([...settled, ...ahead], parent))
  // Walked backwards from the balance before the first night: the balance 30 nights before each night.
  const past = [balance]
  for (const { decided } of settled.slice(-30).toReversed())
    past.push((past.at(-1) ?? 0) - (decided === 'a' ? 1 : decided === 'b' ? -1 : 0))
  return ahead.map(({ able, decided, published }, index) => ({
    free: able.length === 2,
    sides:
      decided === 'a' || decided === 'b' ? [sideOf[decided]] : able.map(parent => sideOf[parent]),
    published: published === null ? null : sideOf[published],
    nearAbsence: [
      near[0]?.[settled.length + index] ?? false,
      near[1]?.[settled.length + index] ?? false,
    ],
    balance30Ago: index < 30 ? (past[30 - index] ?? past.at(-1) ?? 0) : NaN,
  }))
}

function choose(horizon: Horizon, tally: RunningTally): ChosenNight[] {
  const balance = lead(tally.read().totals, 'a')
  const carried = Math.max(-carriedBound, Math.min(carriedBound, balance))
  const start = { balance: carried, forgiven: balance - carried, run: runOf(tally) }
  const sides = cheapestPath(pathNights(horizon, balance), start)
  return horizon.planned.map((night, index) => {
    const side = sides[index]
    const chosen = side === 0 || side === 1 ? parentIds[side] : null
    return { ...night, caregiver: night.decided ?? chosen ?? null }
  })
}

function explainNights(
  settled: ChosenNight[],
  chosen: ChosenNight[],
  beyond: HorizonNight[],
  tally: RunningTally,
): PlannedNight[] {
  const certain = beyond.map(night => {
    return { ...night, caregiver: night.able.length === 1 ? (night.able[0] ?? null) : null }
  })
  const all = [...settled, ...chosen, ...certain]
  return chosen.map(({ night, caregiver, decided, away }, index) => {
    const before = tally.read()
    tally.add(caregiver)
    const parent = caregiver === 'babysitter' ? null : caregiver
    const derived = parent && reasonFor(parent, before, away)
    const reason = decided ? 'Override' : derived
    const ahead = parent && reason === 'Unavailability' && before.streak.parent === parent
    const othersAway = parent && away.some(absent => absent !== parent)
    const absence =
      ahead && !othersAway ? nearestAbsence(all, settled.length + index, parent) : null
    return { night, caregiver, reason, explanation: explain(reason, before, away, absence) }
  })
}

function summary(nights: readonly PlannedNight[], before: number): Omit<Plan, 'nights'> {
  let balance = before
  let worst = 0
  let longestStreak = 0
  for (const { caregiver, explanation } of nights) {
    if (caregiver !== 'a' && caregiver !== 'b') continue
    balance += caregiver === 'a' ? 1 : -1
    worst = Math.max(worst, Math.abs(balance))
    const { parent, nights: row } = explanation.streak
    longestStreak = Math.max(longestStreak, parent === caregiver ? row + 1 : 1)
  }
  return { balance: { before, after: balance, worst }, longestStreak }
}

/**
 * Plans `from`..`to`: the cheapest plan by the weights of `price.ts` that respects absences and overrides, with
 * a reason for each night. The same request gives the same plan.
 *
 * @throws {FairnessInputError} for a request that cannot be planned
 */
export function planNights(request: PlanRequest): Plan {
  checkRequest(request)
  const horizon = layOut(request)
  const tally = startTally({ a: 0, b: 0, ...request.totals })
  const settled = horizon.settled.map(night => ({ ...night, caregiver: night.decided }))
  for (const { caregiver } of settled) tally.add(caregiver)

  const before = lead(tally.read().totals, 'a')
  const nights = explainNights(settled, choose(horizon, tally), horizon.beyond, tally)
  return { nights, ...summary(nights, before) }
}
