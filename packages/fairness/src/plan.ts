import { otherParent, parentIds, type Caregiver, type ParentId } from './caregiver.ts'
import { cheapestPath, type PathNight } from './cheapest-path.ts'
import { checkRequest } from './check-request.ts'
import { explainNight, followingNights, nearestAbsence } from './explanation.ts'
import type { ChosenNight, Explanation } from './explanation.ts'
import { layOut, nearAbsence, type Horizon, type HorizonNight } from './horizon.ts'
import { inNights, ledgerOf, type Ledger } from './ledger.ts'
import type { NightSum } from './night-sum.ts'
import type { PlanRequest } from './plan-request.ts'
import { carriedBound, type StreakState, type ParentIndex } from './price.ts'
import type { Reason } from './reason.ts'
import { startTally, type RunningTally } from './tally.ts'

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
  /**
   * in nights of weight 1, positive when a has done more than its share: before the first night, after the last,
   * and the largest (absolute) in between
   */
  balance: { before: number; after: number; worst: number }
  /** the longest streak of one parent that includes planned nights */
  longestStreak: number
}

const sideOf: Record<ParentId, ParentIndex> = { a: 0, b: 1 }

function runOf(tally: RunningTally): StreakState {
  const { parent, nights } = tally.read().streak
  if (parent === null) return 0
  const twice = nights >= 2
  if (parent === 'a') return twice ? 2 : 1
  return twice ? 4 : 3
}

/** The nights to plan and those just beyond, as input for the path. */
function pathNights(
  { settled, planned, beyond }: Horizon,
  balance: number,
  ledger: Ledger,
): PathNight[] {
  const ahead = [...planned, ...beyond]
  const all = [...settled, ...ahead]
  const near = parentIds.map(parent => nearAbsence(all, parent))
  const movable = movableNights(all)
  // Walked backwards from the balance before the first night: the balance 30 nights before each night.
  const past = [balance]
  for (const { night, decided, weight } of settled.slice(-30).toReversed())
    past.push((past.at(-1) ?? 0) - ledger.step(decided, weight, night))
  return ahead.map((entry, index) => {
    const { night, able, published, ratherNot, weight, turn } = entry
    return {
      free: able.length === 2,
      sides: sidesOf(entry, movable),
      steps: [ledger.step('a', weight, night), ledger.step('b', weight, night)],
      ordinary: ledger.termsAt(night).ordinary,
      evenOffset: ledger.midway(0, weight, night),
      turn: turn && sideOf[turn.parent],
      published: published === null ? null : sideOf[published],
      nearAbsence: [
        near[0]?.[settled.length + index] ?? false,
        near[1]?.[settled.length + index] ?? false,
      ],
      ratherNot: [ratherNot.includes('a'), ratherNot.includes('b')],
      balance30Ago: index < 30 ? (past[30 - index] ?? past.at(-1) ?? 0) : NaN,
    }
  })
}

/** The night of each turn that can make another one good: the first on which nobody is away, so that a turn has one. */
function movableNights(nights: readonly HorizonNight[]): ReadonlySet<HorizonNight> {
  const byTurn = new Map<string, HorizonNight>()
  for (const entry of nights) {
    const first = entry.turn?.isMadeGood ? entry.turn.first.toString() : null
    if (first !== null && entry.away.length === 0 && !byTurn.has(first)) byTurn.set(first, entry)
  }
  return new Set(byTurn.values())
}

/** Who can be chosen: where weeks turn about, the week's parent alone on most nights. */
function sidesOf(entry: HorizonNight, movable: ReadonlySet<HorizonNight>) {
  const { able, decided, turn } = entry
  if (decided === 'a' || decided === 'b') return [sideOf[decided]]
  const isSet = turn !== null && !movable.has(entry) && able.includes(turn.parent)
  return isSet ? [sideOf[turn.parent]] : able.map(parent => sideOf[parent])
}

function choose(
  horizon: Horizon,
  { tally, from }: { tally: RunningTally; from: Temporal.PlainDate },
  ledger: Ledger,
): ChosenNight[] {
  const { heaviest } = ledger.termsAt(from)
  const balance = tally.read().balance.totals
  const bound = carriedBound * heaviest
  const carried = Math.max(-bound, Math.min(bound, balance))
  const start = { balance: carried, forgiven: balance - carried, run: runOf(tally) }
  const sides = cheapestPath(pathNights(horizon, balance, ledger), start)
  return horizon.planned.map((night, index) => {
    const side = sides[index]
    const chosen = side === 0 || side === 1 ? parentIds[side] : null
    return { ...night, caregiver: night.decided ?? chosen ?? null }
  })
}

function explainNights(
  nights: { settled: ChosenNight[]; chosen: ChosenNight[]; beyond: HorizonNight[] },
  tally: RunningTally,
  ledger: Ledger,
): PlannedNight[] {
  const { settled, chosen, beyond } = nights
  const certain = beyond.map(night => {
    return { ...night, caregiver: night.able.length === 1 ? (night.able[0] ?? null) : null }
  })
  const all = [...settled, ...chosen, ...certain]
  return chosen.map((chosenNight, index) => {
    const { night, caregiver, decided, weight, ratherNot } = chosenNight
    const at = settled.length + index
    const facts = { ...chosenNight, isFixed: decided !== null, tally: tally.read() }
    tally.add(caregiver, weight, ledger.step(caregiver, weight, night))
    const explained = explainNight(facts, ledger, parent => {
      const absence = nearestAbsence(all, at, parent)
      const other = otherParent(parent)
      const isMinded = absence !== null || ratherNot.includes(other)
      return { absence, next: isMinded ? [] : followingNights(all, at, other) }
    })
    return { night, caregiver, ...explained }
  })
}

function summary(
  { chosen, nights }: { chosen: readonly ChosenNight[]; nights: readonly PlannedNight[] },
  before: number,
  ledger: Ledger,
): Omit<Plan, 'nights'> {
  let balance = before
  let worst = 0
  for (const { night, caregiver, weight } of chosen) {
    balance += ledger.step(caregiver, weight, night)
    if (caregiver === 'a' || caregiver === 'b') worst = Math.max(worst, Math.abs(balance))
  }
  const rows = nights.map(({ caregiver, explanation: { streak } }) => {
    if (caregiver !== 'a' && caregiver !== 'b') return 0
    return streak.parent === caregiver ? streak.nights + 1 : 1
  })
  return {
    balance: { before: inNights(before), after: inNights(balance), worst: inNights(worst) },
    longestStreak: Math.max(0, ...rows),
  }
}

function sumOf({ a, b }: PlanRequest['totals'] = { a: 0, b: 0 }, ledger: Ledger): NightSum {
  const lightest = inNights(ledger.lightest)
  const weighed = { a: a * lightest, b: b * lightest }
  const balance = ledger.step('a', weighed.a, null) + ledger.step('b', weighed.b, null)
  return { counts: { a, b, babysitter: 0 }, weighed, balance }
}

/**
 * Plans `from`..`to`: the cheapest plan by the prices of `price.ts` that respects absences and overrides, with
 * a reason for each night. The same request gives the same plan.
 *
 * @throws {FairnessInputError} for a request that cannot be planned
 */
export function planNights(request: PlanRequest): Plan {
  checkRequest(request)
  const ledger = ledgerOf(request)
  const horizon = layOut(request, ledger)
  const tally = startTally(request.older ?? sumOf(request.totals, ledger))
  const settled = horizon.settled.map(night => ({ ...night, caregiver: night.decided }))
  for (const { night, caregiver, weight } of settled)
    tally.add(caregiver, weight, ledger.step(caregiver, weight, night))

  const before = tally.read().balance.totals
  const chosen = choose(horizon, { tally, from: request.from }, ledger)
  const nights = explainNights({ settled, chosen, beyond: horizon.beyond }, tally, ledger)
  return { nights, ...summary({ chosen, nights }, before, ledger) }
}
