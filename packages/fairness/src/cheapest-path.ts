import {
  balanceBound,
  balancePrice,
  choicePrice,
  hasFewer,
  needsFewer,
  nextRun,
  stepPrice,
  weights,
} from './price.ts'
import type { PricedNight, Run, Side } from './price.ts'

/** A night of the path and the parents to choose from. Without one it counts for neither. */
export interface PathNight extends PricedNight {
  sides: readonly Side[]
}

/** The start of a path. */
export interface PathStart {
  /** The clamped balance, which is priced. */
  balance: number
  /** The true balance minus the clamped one. */
  forgiven: number
  run: Run
}

/** Who does each night; null when neither parent can. */
export type Path = (Side | null)[]

const balances = 2 * balanceBound + 1
const runs: readonly Run[] = [0, 1, 2, 3, 4]
const rowSize = runs.length * balances

function after(balance: number, side: Side): number {
  return Math.max(-balanceBound, Math.min(balanceBound, balance + (side === 0 ? 1 : -1)))
}

const squares = Float64Array.from({ length: balances }, (_, index) =>
  balancePrice(index - balanceBound),
)

/**
 * The price of the remaining nights for every state before each night: rows of run by balance. It uses plain
 * loops over one flat table because a year is planned while a person waits.
 */
function pricesToGo(nights: readonly PathNight[], forgiven: number): Float64Array {
  const prices = new Float64Array((nights.length + 1) * rowSize).fill(Infinity)
  prices.fill(0, nights.length * rowSize)
  for (let index = nights.length - 1; index >= 0; index--) {
    const night = nights[index]
    if (!night) continue
    for (const run of runs) {
      const here = index * rowSize + run * balances
      if (night.sides.length === 0) skipNight(prices, here)
      for (const side of night.sides) addSide(prices, here, { night, side, run, forgiven })
    }
  }
  return prices
}

function skipNight(prices: Float64Array, here: number): void {
  for (let at = 0; at < balances; at++)
    prices[here + at] = (squares[at] ?? 0) + (prices[here + rowSize + at] ?? 0)
}

/** Lowers the prices of one row to those of this side where that is cheaper. */
function addSide(
  prices: Float64Array,
  here: number,
  { night, side, run, forgiven }: { night: PathNight; side: Side; run: Run; forgiven: number },
): void {
  const then = here + rowSize + (nextRun(run, side) - run) * balances
  const step = stepPrice(night, side, run)
  const counts = needsFewer(night, side, run)
  const [move, last] = side === 0 ? [1, balances - 1] : [-1, 0]
  for (let at = 0; at < balances; at++) {
    const next = at === last ? at : at + move
    let price = step + (squares[next] ?? 0) + (prices[then + next] ?? 0)
    if (counts && !hasFewer(night, side, at - balanceBound + forgiven)) price += weights.unexplained
    if (price < (prices[here + at] ?? 0)) prices[here + at] = price
  }
}

/** A tie goes to the parent with fewer of the last 30 nights, else to the one who did not do the last. */
function tieBreak(run: Run, recentBalance: number): Side {
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
  const prices = pricesToGo(nights, forgiven)
  let { balance, run } = start
  const walked: number[] = []
  return nights.map((night, index) => {
    const trueBalance = balance + forgiven
    walked.push(trueBalance)
    const ago = index < 30 ? night.balance30Ago : (walked[index - 30] ?? 0)
    const prefer = tieBreak(run, trueBalance - ago)
    let best: Side | null = null
    let least = Infinity
    for (const side of night.sides) {
      const next = after(balance, side)
      const price =
        choicePrice(night, side, run, trueBalance) +
        balancePrice(next) +
        (prices[(index + 1) * rowSize + nextRun(run, side) * balances + next + balanceBound] ?? 0)
      if (price < least - same || (price < least + same && side === prefer)) {
        best = side
        least = Math.min(least, price)
      }
    }
    if (best !== null) {
      balance = after(balance, best)
      run = nextRun(run, best)
    }
    return best
  })
}
