import type { RecordedNight } from '@night-routine/database'

/** The running balance as paths of an SVG that is `width` by `height`. */
export interface BalanceChart {
  width: number
  height: number
  /** Where both have done the same. */
  even: number
  line: string
  /** The areas in which each parent has done more: above the middle, and below. */
  areas: { kind: 'a' | 'b'; path: string }[]
}

/** A night after which the balance is this: positive if parent a did more. */
export interface BalancePoint {
  night: Temporal.PlainDate
  balance: number
}

/** The balance after each night, from `start` on; babysitters and open nights change nothing. */
export function runningBalance(inOrder: readonly RecordedNight[], start: number): BalancePoint[] {
  let balance = start
  return inOrder.map(({ night, caregiver }) => {
    if (caregiver === 'a') balance += 1
    if (caregiver === 'b') balance -= 1
    return { night, balance }
  })
}

const [width, height] = [360, 96]
/** A difference of a few nights is no mountain. */
const least = 3
/** Beyond so many days a point stands for a week, because turns in between only blur the line. */
const daysByNight = 90

/** Draws the points; null if there is no line to draw. */
export function balanceChart(points: readonly BalancePoint[]): BalanceChart | null {
  const [first, last] = [points[0]?.night, points.at(-1)?.night]
  const days = first && last ? first.until(last).days : 0
  const shown =
    days > daysByNight ? points.filter((_, index) => (points.length - 1 - index) % 7 === 0) : points
  if (first === undefined || days === 0) return null
  const balances = shown.map(({ balance }) => balance)
  const [top, bottom] = [Math.max(least, ...balances), Math.min(-least, ...balances)]
  const across = shown.map(({ night, balance }) => ({
    x: rounded((first.until(night).days / days) * width),
    balance,
  }))
  const y = (balance: number) => rounded(((top - balance) / (top - bottom)) * height)
  const even = y(0)
  const steps = (clamp: (balance: number) => number) =>
    across.map(({ x, balance }) => `H${x}V${y(clamp(balance))}`).join('')
  const area = (clamp: (balance: number) => number) => `M0 ${even}${steps(clamp)}V${even}Z`
  return {
    width,
    height,
    even,
    line: `M0 ${y(shown[0]?.balance ?? 0)}${steps(balance => balance)}`,
    areas: [
      { kind: 'a', path: area(balance => Math.max(balance, 0)) },
      { kind: 'b', path: area(balance => Math.min(balance, 0)) },
    ],
  }
}

function rounded(value: number) {
  return Math.round(value * 10) / 10
}
