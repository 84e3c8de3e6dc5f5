import { balanceBound, balancePrice, choicePrice, nextRun } from './price.ts'
import type { PricedNight, Run, Side } from './price.ts'

/** A night of the path, and who can be chosen for it. Nobody: it counts for neither parent. */
export interface PathNight extends PricedNight {
  sides: readonly Side[]
}

/** Where a path begins. */
export interface PathStart {
  /** The balance that is priced: the true one, clamped. */
  balance: number
  /** The true balance minus the one that is priced. */
  forgiven: number
  run: Run
}

const balances = 2 * balanceBound + 1
const runs: readonly Run[] = [0, 1, 2, 3, 4]
const rowSize = runs.length * balances

function after(balance: number, side: Side): number {
  return Math.max(-balanceBound, Math.min(balanceBound, balance + (side === 0 ? 1 : -1)))
}

/** The price of everything from a night on, for every state before it: rows of run by balance. */
function pricesToGo(nights: readonly PathNight[], forgiven: number): Float64Array {
  const prices = new Float64Array((nights.length + 1) * rowSize)
  const at = (index: number, run: Run, balance: number) =>
    index * rowSize + run * balances + balance + balanceBound
  for (let index = nights.length - 1; index >= 0; index--) {
    const night = nights[index]
    if (!night) continue
    for (const run of runs) {
      for (let balance = -balanceBound; balance <= balanceBound; balance++) {
        let best =
          night.sides.length > 0
            ? Infinity
            : balancePrice(balance) + (prices[at(index + 1, run, balance)] ?? 0)
        for (const side of night.sides) {
          const next = after(balance, side)
          const price =
            choicePrice(night, side, run, balance + forgiven) +
            balancePrice(next) +
            (prices[at(index + 1, nextRun(run, side), next)] ?? 0)
          if (price < best) best = price
        }
        prices[at(index, run, balance)] = best
      }
    }
  }
  return prices
}

/** A tie falls to the parent with fewer of the last 30 nights, else to the one who did not do the last. */
function tieBreak(run: Run, recentBalance: number): Side {
  if (recentBalance !== 0) return recentBalance < 0 ? 0 : 1
  return run === 1 || run === 2 ? 1 : 0
}

const same = 1e-9

/**
 * The cheapest way through these nights: who does each, null where nobody can be chosen. Dynamic
 * programming from the last night to the first, then one walk from the first to the last; linear in the
 * number of nights.
 */
export function cheapestPath(nights: readonly PathNight[], start: PathStart): (Side | null)[] {
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
