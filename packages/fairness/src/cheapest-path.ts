import {
  balanceBound,
  balancePrice,
  choicePrice,
  hasFewer,
  needsFewer,
  nextRun,
  stepPrice,
  unexplainedPrice,
} from './price.ts'
import type { PricedNight, StreakState, ParentIndex } from './price.ts'

/** A night of the path and the parents to choose from. Without one it counts for neither. */
export interface PathNight extends PricedNight {
  sides: readonly ParentIndex[]
  /** By side: what a night of that parent adds to the balance. */
  steps: readonly [number, number]
  /** Units in an ordinary night, in which balances are priced. */
  ordinary: number
}

/** The start of a path. Balances are whole numbers, in the ledger's units. */
export interface PathStart {
  /** The clamped balance, which is priced. */
  balance: number
  /** The true balance minus the clamped one. */
  forgiven: number
  run: StreakState
}

/** Who does each night; null when neither parent can. */
export type Path = (ParentIndex | null)[]

/** Rows of a night, by run. That of no run stays empty: after a night there is one. */
const rows = 5
const runs: readonly StreakState[] = [1, 2, 3, 4]

/**
 * The balances that a path can meet: from the start in steps of the greatest common divisor of all nights, within
 * the bound. Beyond its ends a balance stays at the end.
 */
interface Grid {
  /** The lowest balance. */
  least: number
  step: number
  size: number
  /** The price of each balance, by the units of an ordinary night. */
  squares: ReadonlyMap<number, Float64Array>
}

function gridOf(nights: readonly PathNight[], { balance }: PathStart): Grid {
  const units = new Set(nights.map(({ ordinary }) => ordinary))
  const ordinary = Math.max(...units)
  const steps = new Set(nights.flatMap(night => night.steps.map(Math.abs)))
  const step = [...steps].reduce(greatestCommonDivisor, 0) || ordinary
  const most = balanceBound * ordinary
  const below = Math.floor((balance + most) / step)
  const size = below + Math.floor((most - balance) / step) + 1
  const least = balance - below * step
  const squares = new Map(
    [...units].map(each => [
      each,
      Float64Array.from({ length: size }, (_, at) => balancePrice((least + at * step) / each)),
    ]),
  )
  return { least, step, size, squares }
}

function greatestCommonDivisor(one: number, other: number): number {
  return other === 0 ? one : greatestCommonDivisor(other, one % other)
}

/** By night, the places on the grid of the balances that it can begin with, and of those after the last night. */
function reachablePlaces(
  nights: readonly PathNight[],
  { least, step, size }: Grid,
  balance: number,
) {
  const places = [Int32Array.of((balance - least) / step)]
  for (const { sides, steps } of nights) {
    const now = places.at(-1) ?? new Int32Array()
    if (sides.length === 0) {
      places.push(now)
      continue
    }
    const next = new Set<number>()
    for (const side of sides) for (const at of now) next.add(within(at + steps[side] / step, size))
    places.push(Int32Array.from(next))
  }
  return places
}

function within(place: number, size: number): number {
  return place < 0 ? 0 : place >= size ? size - 1 : place
}

/**
 * The price of the remaining nights for every state before each night: rows of run by balance, filled where a path can
 * be. It uses plain loops over one flat table because a year is planned while a person waits.
 */
function pricesToGo(nights: readonly PathNight[], grid: Grid, start: PathStart): Float64Array {
  const rowSize = rows * grid.size
  const toGo = new Float64Array((nights.length + 1) * rowSize)
  const places = reachablePlaces(nights, grid, start.balance)
  for (let index = nights.length - 1; index >= 0; index--) {
    const [night, at] = [nights[index], places[index]]
    if (!night || !at) continue
    for (const run of runs) {
      const here = index * rowSize + run * grid.size
      if (night.sides.length === 0) skipNight(toGo, here, grid, { night, at })
      for (const [order, side] of night.sides.entries())
        addSide(toGo, here, grid, { night, at, side, run, start, isFirst: order === 0 })
    }
  }
  return toGo
}

interface Places {
  night: PathNight
  /** Where the night can begin. */
  at: Int32Array
}

function skipNight(toGo: Float64Array, here: number, grid: Grid, { night, at }: Places): void {
  const squares = squaresOf(night, grid)
  for (const place of at)
    toGo[here + place] = (squares[place] ?? 0) + (toGo[here + rows * grid.size + place] ?? 0)
}

interface Choice extends Places {
  side: ParentIndex
  run: StreakState
  start: PathStart
  /** Whether the row has no prices yet. */
  isFirst: boolean
}

/** Sets the prices of one row to those of this side, or lowers them where that is cheaper. */
function addSide(
  toGo: Float64Array,
  here: number,
  grid: Grid,
  { night, at, side, run, start, isFirst }: Choice,
): void {
  const { step, size } = grid
  const squares = squaresOf(night, grid)
  const then = here + (rows + nextRun(run, side) - run) * size
  const chosen = stepPrice(night, side, run)
  const [from, end] = needsFewer(night, side, run)
    ? unexplained(night, side, grid, start.forgiven)
    : [size, size]
  const more = unexplainedPrice(night)
  const move = night.steps[side] / step
  for (const place of at) {
    const next = within(place + move, size)
    const extra = place >= from && place < end ? more : 0
    const price = chosen + extra + (squares[next] ?? 0) + (toGo[then + next] ?? 0)
    if (isFirst || price < (toGo[here + place] ?? 0)) toGo[here + place] = price
  }
}

function squaresOf({ ordinary }: PathNight, { squares }: Grid): Float64Array {
  return squares.get(ordinary) ?? new Float64Array()
}

/** The balances from which this side does not have fewer nights: from the first place in a row to before the second. */
function unexplained(
  night: PathNight,
  side: ParentIndex,
  { least, step, size }: Grid,
  forgiven: number,
): [from: number, end: number] {
  const isFewer = (at: number) => hasFewer(night, side, least + at * step + forgiven)
  // `a` has fewer at low balances and `b` at high ones; the place of the even balance may be either.
  const even = (-night.evenOffset - forgiven - least) / step
  const below = Math.max(0, Math.min(size, Math.ceil(even)))
  const isOnEven = below === even && below < size && isFewer(below)
  if (side === 0) return [isOnEven ? below + 1 : below, size]
  const above = below === even && !isOnEven ? below + 1 : below
  return [0, Math.min(size, above)]
}

/** A tie goes to the parent with fewer of the last 30 nights, else to the one who did not do the last. */
function tieBreak(run: StreakState, recentBalance: number): ParentIndex {
  if (recentBalance !== 0) return recentBalance < 0 ? 0 : 1
  return run === 1 || run === 2 ? 1 : 0
}

const same = 1e-9

/**
 * The cheapest path through these nights: who does each, null when neither parent can. Dynamic programming
 * from the last night to the first, then one walk forward; linear in the number of nights.
 */
export function cheapestPath(nights: readonly PathNight[], start: PathStart): Path {
  const { forgiven } = start
  const grid = gridOf(nights, start)
  const toGo = pricesToGo(nights, grid, start)
  const most = grid.least + (grid.size - 1) * grid.step
  let { balance, run } = start
  const walked: number[] = []
  return nights.map((night, index) => {
    const trueBalance = balance + forgiven
    walked.push(trueBalance)
    const ago = index < 30 ? night.balance30Ago : (walked[index - 30] ?? 0)
    const prefer = tieBreak(run, trueBalance + night.evenOffset - ago)
    const row = (index + 1) * rows
    let best: ParentIndex | null = null
    let after = balance
    let lowest = Infinity
    for (const side of night.sides) {
      const next = Math.max(grid.least, Math.min(most, balance + night.steps[side]))
      const at = (next - grid.least) / grid.step
      const price =
        choicePrice(night, side, run, trueBalance) +
        (squaresOf(night, grid)[at] ?? 0) +
        (toGo[(row + nextRun(run, side)) * grid.size + at] ?? 0)
      if (price < lowest - same || (price < lowest + same && side === prefer)) {
        best = side
        after = next
        lowest = Math.min(lowest, price)
      }
    }
    if (best !== null) run = nextRun(run, best)
    balance = after
    return best
  })
}
