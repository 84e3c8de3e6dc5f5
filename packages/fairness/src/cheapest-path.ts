import {
  balanceBound,
  balancePrice,
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

const runs: readonly StreakState[] = [0, 1, 2, 3, 4]

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

/** The lowest and the highest place on the grid that a night can begin with. */
interface Span {
  first: number
  last: number
}

function reachableSpans(nights: readonly PathNight[], grid: Grid, start: number): Span[] {
  let [first, last] = [start, start]
  return nights.map(({ sides, steps }) => {
    const span = { first, last }
    const moves = sides.map(side => steps[side] / grid.step)
    if (moves.length === 0) return span
    first = within(first + Math.min(...moves), grid.size)
    last = within(last + Math.max(...moves), grid.size)
    return span
  })
}

function within(place: number, size: number): number {
  return place < 0 ? 0 : place >= size ? size - 1 : place
}

/** A choice is the index of the cheaper of a night's sides, or this where they cost the same. */
const tie = 2
const same = 1e-9

/**
 * The choice in every state of every night: rows of run by balance, filled where a path can be. It uses plain loops
 * over flat tables because a year is planned while a person waits.
 */
function cheapestChoices(
  nights: readonly PathNight[],
  grid: Grid,
  start: PathStart & { place: number },
): Uint8Array {
  const rowSize = runs.length * grid.size
  const choices = new Uint8Array(nights.length * rowSize)
  const spans = reachableSpans(nights, grid, start.place)
  // After the first night of a parent there is always a run.
  const firstTurn = nights.findIndex(({ sides }) => sides.length > 0)
  let [toGo, after] = [new Float64Array(rowSize), new Float64Array(rowSize)]
  for (let index = nights.length - 1; index >= 0; index--) {
    const [night, span] = [nights[index], spans[index]]
    if (!night || !span) continue
    ;[toGo, after] = [after, toGo]
    for (const run of index > firstTurn ? runs.slice(1) : runs) {
      const row = index * rowSize + run * grid.size
      const state = { night, span, run, forgiven: start.forgiven }
      if (night.sides.length === 0) skipNight(state, grid, toGo, after)
      else choose(state, grid, { toGo, after, choices: choices.subarray(row, row + grid.size) })
    }
  }
  return choices
}

interface State {
  night: PathNight
  span: Span
  run: StreakState
  forgiven: number
}

function skipNight(
  { night, span, run }: State,
  grid: Grid,
  toGo: Float64Array,
  after: Float64Array,
): void {
  const squares = squaresOf(night, grid)
  const here = run * grid.size
  for (let place = span.first; place <= span.last; place++)
    toGo[here + place] = (squares[place] ?? 0) + (after[here + place] ?? 0)
}

interface Tables {
  /** The price of the remaining nights before this night, and after it. */
  toGo: Float64Array
  after: Float64Array
  choices: Uint8Array
}

/** Compares the sides of a night; a single one with itself. */
function choose(state: State, grid: Grid, { toGo, after, choices }: Tables): void {
  const { night, span, run } = state
  const { size } = grid
  const [side = 0, otherSide = side] = night.sides
  const [one, other] = [optionOf(state, side, grid), optionOf(state, otherSide, grid)]
  const squares = squaresOf(night, grid)
  const more = unexplainedPrice(night)
  const here = run * size
  for (let place = span.first; place <= span.last; place++) {
    const next = within(place + one.move, size)
    const extra = place >= one.from && place < one.end ? more : 0
    const price = one.price + extra + (squares[next] ?? 0) + (after[one.row + next] ?? 0)
    const otherNext = within(place + other.move, size)
    const otherExtra = place >= other.from && place < other.end ? more : 0
    const otherPrice =
      other.price + otherExtra + (squares[otherNext] ?? 0) + (after[other.row + otherNext] ?? 0)
    toGo[here + place] = Math.min(price, otherPrice)
    const saved = otherPrice - price
    choices[place] = saved > same ? 0 : saved < -same ? 1 : tie
  }
}

/** What this side costs and leads to; between these places no reason explains it. */
function optionOf({ night, run, forgiven }: State, side: ParentIndex, grid: Grid) {
  const [from, end] = needsFewer(night, side, run)
    ? unexplained(night, side, grid, forgiven)
    : [grid.size, grid.size]
  return {
    move: night.steps[side] / grid.step,
    price: stepPrice(night, side, run),
    row: nextRun(run, side) * grid.size,
    from,
    end,
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

/**
 * The cheapest path through these nights: who does each, null when neither parent can. Dynamic programming
 * from the last night to the first, then one walk forward; linear in the number of nights.
 */
export function cheapestPath(
  nights: readonly PathNight[],
  start: PathStart,
): (ParentIndex | null)[] {
  const grid = gridOf(nights, start)
  let place = (start.balance - grid.least) / grid.step
  const choices = cheapestChoices(nights, grid, { ...start, place })
  let { run } = start
  const walked: number[] = []
  return nights.map((night, index) => {
    const balance = grid.least + place * grid.step + start.forgiven
    walked.push(balance)
    const choice = choices[(index * runs.length + run) * grid.size + place]
    const ago = index < 30 ? night.balance30Ago : (walked[index - 30] ?? 0)
    const [one, other = one] = night.sides
    const preferred = tieBreak(run, balance + night.evenOffset - ago) === other ? other : one
    const side = choice === tie ? preferred : choice === 0 ? one : other
    if (side === undefined) return null
    place = within(place + night.steps[side] / grid.step, grid.size)
    run = nextRun(run, side)
    return side
  })
}
