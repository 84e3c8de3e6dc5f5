import { inNights } from '@night-routine/fairness'
import type { BalancePoint } from './statistics-rows.ts'

const [width, height] = [360, 96]
/** A difference of a few nights is no mountain. */
const least = 3
/** Beyond so many days a point stands for a week, because turns in between only blur the line. */
const daysByNight = 90

/** Draws the points, and a mark where an agreement begins; null if there is no line to draw. */
export function balanceChart(
  points: readonly BalancePoint[],
  begins: readonly Temporal.PlainDate[] = [],
) {
  const [first, last] = [points[0]?.night, points.at(-1)?.night]
  const days = first && last ? first.until(last).days : 0
  if (first === undefined || days === 0) return null
  const now = points.findLastIndex(({ status }) => status === 'soFar')
  const fromEnd = (index: number) => points.length - 1 - index
  const shown =
    days > daysByNight
      ? points.filter((_, index) => fromEnd(index) % 7 === 0 || index === now)
      : points
  const balances = shown.map(({ balance }) => inNights(balance))
  const [top, bottom] = [Math.max(least, ...balances), Math.min(-least, ...balances)]
  const at = (night: Temporal.PlainDate) => rounded((first.until(night).days / days) * width)
  const across = shown.map(point => ({ ...point, x: at(point.night) }))
  const y = (balance: number) => rounded(((top - inNights(balance)) / (top - bottom)) * height)
  const even = y(0)
  const steps = (
    those: readonly { x: number; balance: number }[],
    clamp = (balance: number) => balance,
  ) => those.map(({ x, balance }) => `H${x}V${y(clamp(balance))}`).join('')
  const done = across.filter(({ status }) => status === 'soFar')
  const planned = across.filter(({ status }) => status === 'planned')
  const line = (those: readonly { x: number; balance: number }[]) => {
    const [start] = those
    return start === undefined ? '' : `M${start.x} ${y(start.balance)}${steps(those)}`
  }
  const today = done.at(-1)
  const area = (clamp: (balance: number) => number) =>
    today === undefined ? '' : `M0 ${even}${steps(done, clamp)}V${even}Z`
  return {
    width,
    height,
    even,
    marks: begins.map(night => `M${at(night)} 0V${height}`).join(''),
    /** The points drawn, where a date can be read, and the place of the last night done among them. */
    read: across,
    now: done.length - 1,
    soFar: line(done),
    planned: planned.length === 0 ? '' : line(today ? [today, ...planned] : planned),
    areas: [
      { kind: 'a', path: area(balance => Math.max(balance, 0)) },
      { kind: 'b', path: area(balance => Math.min(balance, 0)) },
    ],
  }
}

function rounded(value: number) {
  return Math.round(value * 10) / 10
}
