/** What a plan costs, chosen with `npm run bench -- fairness`; change a price only with its table. */
const prices = {
  /** The third and each later night in a row. */
  streak: 9,
  /**
   * A free night whose published parent changes. Just above 2: squares of balances differ by whole numbers when
   * shares are equal, so this turns a tie in favor of what people have read.
   */
  change: 2.05,
  /** The same parent twice in a row, so that ordinary weeks alternate. */
  texture: 0.1,
  /** A choice that no reason explains. Forbidding it would cost two more changes per override. */
  unexplained: 1,
  /** A night of a parent who would rather not: less than two nights of balance, which cost 2² - 0². */
  ratherNot: 1.5,
} as const

/** The limit of the balance carried into a plan, in heaviest nights, so that an old debt is worked off slowly. */
export const carriedBound = 3

/** The limit of priced balances, in ordinary nights, which bounds the number of states. */
export const balanceBound = 20

/** Nights considered after the plan, so that its end prepares for what follows. */
export const lookBeyond = 30

/** How many nights around an absence it explains. */
export const lookAround = 14

/** Who did the last nights: 0 is neither, 1 is `a` once, 2 is `a` at least twice; 3 and 4 are the same for `b`. */
export type StreakState = 0 | 1 | 2 | 3 | 4

/** Parents as numbers: 0 is `a`, 1 is `b`. */
export type ParentIndex = 0 | 1

const runAfter: readonly [readonly StreakState[], readonly StreakState[]] = [
  [1, 2, 2, 1, 1],
  [3, 3, 3, 4, 4],
]

/** The run after a night of this side. */
export function nextRun(run: StreakState, side: ParentIndex): StreakState {
  return runAfter[side][run] ?? 0
}

/** Whether this side did the last night. */
function didLast(run: StreakState, side: ParentIndex): boolean {
  return side === 0 ? run === 1 || run === 2 : run >= 3
}

/** The price of a balance after a night, in ordinary nights. */
export function balancePrice(balance: number): number {
  const bounded = Math.min(Math.abs(balance), balanceBound)
  return bounded * bounded
}

/** The facts of a night that its price depends on. Balances are in the ledger's units. */
export interface PricedNight {
  /** Both parents can be chosen; only then is a choice priced. */
  free: boolean
  published: ParentIndex | null
  /** By side: a nearby absence explains any choice of that parent. */
  nearAbsence: readonly [boolean, boolean]
  /** By side: this parent would rather not. */
  ratherNot: readonly [boolean, boolean]
  /** What the balance halfway through the night has beyond the balance before it. */
  evenOffset: number
  /** Whose turn it is, where weeks turn about; only a night made good is the other parent's. */
  turn: ParentIndex | null
  /** The true balance 30 nights earlier, if recorded; NaN if the plan itself decides it. */
  balance30Ago: number
}

/** The part of a night's price that does not depend on the balance. */
export function stepPrice(night: PricedNight, side: ParentIndex, run: StreakState): number {
  const repeated = didLast(run, side) ? prices.texture : 0
  const row = repeated > 0 && run % 2 === 0 ? prices.streak : 0
  if (!night.free) return repeated + row
  const changed = night.published !== null && night.published !== side ? prices.change : 0
  return repeated + row + changed + (night.ratherNot[side] ? prices.ratherNot : 0)
}

/**
 * Whether only counts could explain this side: it did the last night, too, no absence is near, and the other parent
 * does not mind this night; or it is the other parent's turn.
 */
export function needsFewer(night: PricedNight, side: ParentIndex, run: StreakState): boolean {
  const other = side === 0 ? 1 : 0
  if (night.turn !== null) return night.free && night.turn === other
  return night.free && didLast(run, side) && !night.nearAbsence[side] && !night.ratherNot[other]
}

/**
 * Whether this side has fewer nights than its share, in total or recently; `balance` is the true one before the
 * night. Only the total moves a turn's night.
 */
export function hasFewer(
  { evenOffset, balance30Ago, turn }: PricedNight,
  side: ParentIndex,
  balance: number,
): boolean {
  const sign = side === 0 ? 1 : -1
  const midway = balance + evenOffset
  if (midway !== 0 || turn !== null) return sign * midway < 0
  return sign * balance30Ago > 0
}

/** The price of a choice that only counts could explain, where they do not. Nothing else moves a turn's night. */
export function unexplainedPrice({ turn }: PricedNight): number {
  return turn === null ? prices.unexplained : Infinity
}
