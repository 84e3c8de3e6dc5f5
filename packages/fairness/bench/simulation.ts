import { inNights, ledgerOf, planNights } from '@night-routine/fairness'
import type { Caregiver, NightRecord, PlanRequest, Split } from '@night-routine/fairness'
import { date, nightsOfYear } from './household.ts'
import type { Household } from './household.ts'

/** Who does each night of a request, in order. */
export type Planner = (request: PlanRequest) => (Caregiver | null)[]

/** The figures of a year, however it was planned. Balances are in nights of weight 1. */
export interface Balances {
  meanBalance: number
  worstBalance: number
  /** nights that are the third or later in a row of dates */
  longRows: number
  /** the same, ignoring nights without a parent */
  longTurns: number
  /** the longest streak */
  longestTurns: number
}

/** The figures of a year that was planned week by week. */
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
  // Older nights as totals cannot have weights of their own.
  const older = split.weights ? [] : done.slice(0, Math.max(0, tonight - dated))
  return {
    ...split,
    from: date(tonight),
    to: date(end - 1),
    away,
    settled: records(done, older.length, tonight),
    totals: {
      a: older.filter(caregiver => caregiver === 'a').length,
      b: older.filter(caregiver => caregiver === 'b').length,
    },
    fixed: records(fixed, tonight, end),
    published: records(published, tonight, end),
  }
}

/** The cheapest year of a family that knew every decision on the first night. */
export function hindsight({ away, split, decisions }: Household): Balances {
  const fixed = [...decisions].map(([night, caregiver]) => ({ night: date(night), caregiver }))
  const { nights } = planNights({
    ...split,
    from: date(0),
    to: date(nightsOfYear - 1),
    away,
    settled: [],
    fixed,
    published: [],
  })
  return judge(
    nights.map(({ caregiver }) => caregiver),
    split,
  )
}

/** Simulates a year of one family, planned weekly and after every override. */
export function simulate(family: Household, plan: Planner): Year {
  const done: (Caregiver | null)[] = []
  const fixed: (Caregiver | undefined)[] = []
  const published: (Caregiver | null)[] = []
  let changes = 0
  for (let tonight = 0; tonight < nightsOfYear; tonight++) {
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

function judge(done: readonly (Caregiver | null)[], split: Split): Balances {
  const ledger = ledgerOf(split)
  let balance = 0
  let sum = 0
  let worst = 0
  for (const [night, caregiver] of done.entries()) {
    balance += ledger.step(caregiver, ledger.weightOf(date(night)))
    sum += Math.abs(balance)
    if (night >= 30) worst = Math.max(worst, Math.abs(balance))
  }
  const turns = done.filter(caregiver => caregiver === 'a' || caregiver === 'b')
  return {
    meanBalance: inNights(sum) / done.length,
    worstBalance: inNights(worst),
    longRows: longRows(done),
    longTurns: longRows(turns),
    longestTurns: longestRow(turns),
  }
}

function longRows(done: readonly (Caregiver | null)[]): number {
  return done.filter((caregiver, index) => {
    const parent = caregiver === 'a' || caregiver === 'b'
    return parent && caregiver === done[index - 1] && caregiver === done[index - 2]
  }).length
}

function longestRow(turns: readonly Caregiver[]): number {
  let longest = 0
  let row = 0
  for (const [index, parent] of turns.entries()) {
    row = parent === turns[index - 1] ? row + 1 : 1
    longest = Math.max(longest, row)
  }
  return longest
}
