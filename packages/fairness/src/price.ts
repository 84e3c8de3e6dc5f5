/**
 * What makes a plan dear (fairness.md, section 2). The weights were chosen by `npm run bench -- fairness`;
 * change them when its table says so.
 */
export const weights = {
  /** The third and every later night in a row. */
  streak: 9,
  /**
   * A free night whose published parent changes: people have read the plan. Just above 2, since squares
   * of balances differ by whole numbers: a tie between them falls to what people have read.
   */
  change: 2.05,
  /** The same parent twice in a row, so that plain weeks alternate. */
  texture: 0.1,
  /** A choice that neither counts nor a near absence explain. Forbidding it would cost two more changes a decision. */
  unexplained: 1,
} as const

/** A balance carried in counts as this much at most: an old debt is worked off gently. */
export const carriedBound = 3

/** Balances beyond this are priced like it, so that the states of a night are few. */
export const balanceBound = 20

/** Nights after the plan that are looked at, so that its end prepares for what follows. */
export const lookBeyond = 30

/** How far an absence reaches that explains a night before or after it. */
export const lookAround = 14

/**
 * Who did the last nights, as far as prices depend on it: 0 nobody yet; 1 and 2: `a` once, or twice and
 * more; 3 and 4: `b` likewise.
 */
export type Run = 0 | 1 | 2 | 3 | 4

/** Parents as numbers, for tables: 0 is `a`, 1 is `b`. */
export type Side = 0 | 1

const runAfter: readonly [readonly Run[], readonly Run[]] = [
  [1, 2, 2, 1, 1],
  [3, 3, 3, 4, 4],
]

/** The run after a night of this side. */
export function nextRun(run: Run, side: Side): Run {
  return runAfter[side][run] ?? 0
}

/** Whether this side did the night before. */
function didLast(run: Run, side: Side): boolean {
  return side === 0 ? run === 1 || run === 2 : run >= 3
}

/** The price of a balance after a night. */
export function balancePrice(balance: number): number {
  const bounded = Math.min(Math.abs(balance), balanceBound)
  return bounded * bounded
}

/** What one night knows of its own prices. */
export interface PricedNight {
  /** Both parents can be chosen: only then somebody chooses, and pays for it. */
  free: boolean
  published: Side | null
  /** By side: a near absence explains any choice of that parent. */
  nearAbsence: readonly [boolean, boolean]
  /** The true balance 30 nights earlier, where that is on record; NaN where the plan itself decides it. */
  balance30Ago: number
}

/** The price of a night for this side as far as the balance does not matter. */
export function stepPrice({ free, published }: PricedNight, side: Side, run: Run): number {
  const repeated = didLast(run, side) ? weights.texture : 0
  const row = repeated > 0 && run % 2 === 0 ? weights.streak : 0
  return repeated + row + (free && published !== null && published !== side ? weights.change : 0)
}

/**
 * Whether only counts could explain this side (section 3): the other one did not do the last night, and
 * no absence is near.
 */
export function needsFewer(night: PricedNight, side: Side, run: Run): boolean {
  return night.free && didLast(run, side) && !night.nearAbsence[side]
}

/** Whether this side has fewer nights, in all or lately, the true balance before the night given. */
export function hasFewer({ balance30Ago }: PricedNight, side: Side, balance: number): boolean {
  const sign = side === 0 ? 1 : -1
  return sign * balance < 0 || (balance === 0 && sign * (balance - balance30Ago) < 0)
}

/**
 * The price of one night for this side, without that of the balance.
 *
 * @param balance the true balance before the night, `a` minus `b`
 */
export function choicePrice(night: PricedNight, side: Side, run: Run, balance: number): number {
  const unexplained = needsFewer(night, side, run) && !hasFewer(night, side, balance)
  return stepPrice(night, side, run) + (unexplained ? weights.unexplained : 0)
}
