import type { Caregiver, NightRecord, PlanRequest } from '@night-routine/fairness'
import { date, nightsOfYear } from './household.ts'
import type { Household } from './household.ts'

/** Who does each night of a request, in order. */
export type Planner = (request: PlanRequest) => (Caregiver | null)[]

/** The figures of a year. */
export interface Year {
  meanBalance: number
  worstBalance: number
  /** nights that are the third or later in a row of dates */
  longRows: number
  /** the same, ignoring nights without a parent */
  longTurns: number
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
  { away }: Household,
  tonight: number,
  done: readonly (Caregiver | null)[],
  fixed: readonly (Caregiver | undefined)[],
  published: readonly (Caregiver | null)[],
): PlanRequest {
  const end = tonight + horizon
  const older = done.slice(0, Math.max(0, tonight - dated))
  return {
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
  return { ...judge(done), changesPerDecision: size === 0 ? null : changes / size }
}

function judge(done: readonly (Caregiver | null)[]): Omit<Year, 'changesPerDecision'> {
  let balance = 0
  let sum = 0
  let worstBalance = 0
  for (const [night, caregiver] of done.entries()) {
    balance += caregiver === 'a' ? 1 : caregiver === 'b' ? -1 : 0
    sum += Math.abs(balance)
    if (night >= 30) worstBalance = Math.max(worstBalance, Math.abs(balance))
  }
  const turns = done.filter(caregiver => caregiver === 'a' || caregiver === 'b')
  return {
    meanBalance: sum / done.length,
    worstBalance,
    longRows: longRows(done),
    longTurns: longRows(turns),
  }
}

function longRows(done: readonly (Caregiver | null)[]): number {
  return done.filter((caregiver, index) => {
    const parent = caregiver === 'a' || caregiver === 'b'
    return parent && caregiver === done[index - 1] && caregiver === done[index - 2]
  }).length
}
