import { inNights, ledgerOf, planNights } from '@night-routine/fairness'
import type { Caregiver, NightRecord, PlanRequest, Split } from '@night-routine/fairness'
import { date, nightOfChange, nightsOfYear } from './household.ts'
import type { Household } from './household.ts'

/** Who does each night of a request, in order. */
export type Planner = (request: PlanRequest) => (Caregiver | null)[]

/** The figures of a year or two, however they were planned. Balances are in nights of weight 1. */
export interface Balances {
  meanBalance: number
  worstBalance: number
  /** nights that are the third or later in a row of dates */
  longRows: number
  /** the same, ignoring nights without a parent */
  longTurns: number
  /** the longest streak */
  longestTurns: number
  /** a's percent of the parents' nights in the four weeks after the night of change; NaN within one year */
  shareAfterChange: number
}

/** The figures of nights that were planned week by week. */
export interface Year extends Balances {
  /** null when there was no override all year */
  changesPerDecision: number | null
}

const horizon = 30
const knownAhead = 2
const dated = 60

function records(
  nights: readonly (Caregiver | null | undefined)[],
  first: number,
  end: number,
): NightRecord[] {
  return nights.slice(first, end).flatMap((caregiver, index) => {
    return caregiver ? [{ night: date(first + index), caregiver }] : []
  })
}

function request(
  { away, split }: Household,
  tonight: number,
  done: readonly (Caregiver | null)[],
  fixed: readonly (Caregiver | undefined)[],
  published: readonly (Caregiver | null)[],
): PlanRequest {
  const end = tonight + horizon
  // Older nights as totals cannot have weights of their own, nor a later agreement.
  const older = split.weights ? 0 : Math.max(0, Math.min(tonight - dated, nightOfChange))
  return {
    ...split,
    // Nobody knows of it before it begins.
    later: tonight < nightOfChange ? [] : split.later,
    from: date(tonight),
    to: date(end - 1),
    away,
    settled: records(done, older, tonight),
    totals: {
      a: done.slice(0, older).filter(caregiver => caregiver === 'a').length,
      b: done.slice(0, older).filter(caregiver => caregiver === 'b').length,
    },
    fixed: records(fixed, tonight, end),
    published: records(published, tonight, end),
  }
}

/**
 * The cheapest year of a family that knew every decision and its agreements on the first night. Of two years, it plans a
 * year ahead every four weeks.
 */
export function hindsight({ nights, away, split, decisions }: Household): Balances {
  const fixed = [...decisions].map(([night, caregiver]) => ({ night: date(night), caregiver }))
  const done: (Caregiver | null)[] = []
  while (done.length < nights) {
    const [from, to] = [date(done.length), date(done.length + nightsOfYear - 1)]
    const isInYear = ({ night }: NightRecord) =>
      Temporal.PlainDate.compare(from, night) <= 0 && Temporal.PlainDate.compare(night, to) <= 0
    const plan = planNights({
      ...split,
      from,
      to,
      away,
      settled: records(done, 0, done.length),
      fixed: fixed.filter(isInYear),
      published: [],
    })
    const kept = nights > nightsOfYear ? 28 : nightsOfYear
    done.push(...plan.nights.slice(0, kept).map(({ caregiver }) => caregiver))
  }
  return judge(done.slice(0, nights), split)
}

/** Simulates the nights of one family, planned weekly and after every override. */
export function simulate(family: Household, plan: Planner): Year {
  const done: (Caregiver | null)[] = []
  const fixed: (Caregiver | undefined)[] = []
  const published: (Caregiver | null)[] = []
  let changes = 0
  for (let tonight = 0; tonight < family.nights; tonight++) {
    const decision = family.decisions.get(tonight + knownAhead)
    if (decision) fixed[tonight + knownAhead] = decision
    if (decision || tonight % 7 === 0)
      for (const [index, caregiver] of plan(
        request(family, tonight, done, fixed, published),
      ).entries()) {
        const night = tonight + index
        const read = published[night]
        if (!fixed[night] && (read === 'a' || read === 'b') && caregiver !== read) changes += 1
        published[night] = caregiver
      }
    done.push(fixed[tonight] ?? published[tonight] ?? null)
  }
  const { size } = family.decisions
  return { ...judge(done, family.split), changesPerDecision: size === 0 ? null : changes / size }
}

const isParent = (caregiver: Caregiver | null) => caregiver === 'a' || caregiver === 'b'

function judge(done: readonly (Caregiver | null)[], split: Split): Balances {
  const ledger = ledgerOf(split)
  let balance = 0
  let sum = 0
  let worst = 0
  for (const [night, caregiver] of done.entries()) {
    balance += ledger.step(caregiver, ledger.weightOf(date(night)), date(night))
    sum += Math.abs(balance)
    if (night >= 30) worst = Math.max(worst, Math.abs(balance))
  }
  const turns = done.filter(isParent)
  const after = done.slice(nightOfChange, nightOfChange + 28).filter(isParent)
  return {
    meanBalance: inNights(sum) / done.length,
    worstBalance: inNights(worst),
    longRows: longRows(done),
    longTurns: longRows(turns),
    longestTurns: longestRow(turns),
    shareAfterChange: (100 * after.filter(caregiver => caregiver === 'a').length) / after.length,
  }
}

function longRows(done: readonly (Caregiver | null)[]): number {
  return done.filter((caregiver, index) => {
    const parent = caregiver === 'a' || caregiver === 'b'
    return parent && caregiver === done[index - 1] && caregiver === done[index - 2]
  }).length
}

function longestRow(turns: readonly (Caregiver | null)[]): number {
  let longest = 0
  let row = 0
  for (const [index, parent] of turns.entries()) {
    row = parent === turns[index - 1] ? row + 1 : 1
    longest = Math.max(longest, row)
  }
  return longest
}
