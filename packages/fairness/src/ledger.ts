import type { Caregiver, ParentId } from './caregiver.ts'
import { checkDate, fail, isWeekday } from './errors.ts'

/** What nights weigh: by ISO weekday (1 is Monday), and single nights, which win. A missing one weighs 1. */
export interface NightWeights {
  weekdays: Partial<Record<number, number>>
  nights: readonly { night: Temporal.PlainDate; weight: number }[]
}

/** How the parents divide the nights. */
export interface Split {
  /** Parent `a`'s percent, one of `shares`; 50 if missing. */
  share?: number | undefined
  weights?: NightWeights | undefined
}

/** The shares a household can choose for parent `a`, in percent. */
export const shares: readonly number[] = [30, 35, 40, 45, 50, 55, 60, 65, 70]

/** The weights a household can give to a night. */
export const weightChoices: readonly number[] = [1, 1.5, 2, 2.5, 3]

/**
 * Units of balance in a night of weight 1. Shares are multiples of a twentieth and weights are multiples of a
 * half, so every balance is a whole number of units, and no comparison meets a rounding error.
 */
const unitsPerNight = 20

/** Nights that each parent did, counted or weighed. */
type Nights = Readonly<Record<ParentId, number>>

/**
 * The only place that knows what a night is worth and what is even. A balance is positive when `a` has done
 * more than its share: 2 × ((1 − share) × nights of a − share × nights of b), so nights of a minus nights of b
 * for equal shares.
 */
export interface Ledger {
  /** Half and half, and each night counts once: a sentence need not mention shares or weights. */
  isPlain: boolean
  /** Some nights weigh more than others. */
  isWeighted: boolean
  /** Percent. */
  share: Readonly<Record<ParentId, number>>
  /** The units of the lightest weekday. Prices and thresholds are in such nights, so scaling changes nothing. */
  ordinary: number
  /** The units of the heaviest weekday. */
  heaviest: number
  weightOf: (night: Temporal.PlainDate) => number
  /** The weight of a weekday, unless a night has its own. */
  weekdayWeight: (isoWeekday: number) => number
  /** The balance in units after these weighed nights. */
  balance: (weighed: Nights) => number
  /** What the shares ask of each parent for these weighed nights, in nights of weight 1. */
  due: (weighed: Nights) => Nights
  /** What a night of this weight adds to the balance, in units; nothing for a babysitter or an open night. */
  step: (caregiver: Caregiver | null, weight: number) => number
  /**
   * The balance halfway between this night done by `a` and done by `b`. Where it is negative, `a` is the one
   * whose night brings the balance closer to even.
   */
  midway: (balance: number, weight: number) => number
  /** Whether no night that changes hands would bring the balance closer to even. */
  isEven: (balance: number) => boolean
}

/**
 * Refuses a split that no household can have.
 *
 * @throws {FairnessInputError} for the first invalid field
 */
export function checkSplit({ share = 50, weights }: Split): void {
  if (!shares.includes(share)) fail('share', share, `is not one of ${shares.join(', ')}`)
  for (const [weekday, weight] of Object.entries(weights?.weekdays ?? {})) {
    if (!isWeekday(Number(weekday)))
      fail('weights.weekdays', weekday, 'is not an ISO weekday from 1 to 7')
    checkWeight(`weights.weekdays.${weekday}`, weight)
  }
  const seen = new Set<string>()
  for (const [index, { night, weight }] of (weights?.nights ?? []).entries()) {
    const field = `weights.nights[${index}]`
    checkDate(`${field}.night`, night)
    if (seen.has(night.toString())) fail(`${field}.night`, night, 'is given twice')
    seen.add(night.toString())
    checkWeight(`${field}.weight`, weight)
  }
}

function checkWeight(field: string, weight: unknown): void {
  if (!weightChoices.some(choice => choice === weight))
    fail(field, weight, `is not one of ${weightChoices.join(', ')}`)
}

/** Units as nights of weight 1. */
export function inNights(units: number): number {
  return units / unitsPerNight
}

/** Who has done more than their share, and by how many nights of weight 1; null when neither has. */
export function leadOf(units: number): { parent: ParentId; nights: number } | null {
  if (units === 0) return null
  return { parent: units > 0 ? 'a' : 'b', nights: inNights(Math.abs(units)) }
}

/** The ledger of a household with this split. */
export function ledgerOf({ share = 50, weights }: Split = {}): Ledger {
  const weekdays = weights?.weekdays ?? {}
  const weekdayWeight = (isoWeekday: number) => weekdays[isoWeekday] ?? 1
  const single = new Map(weights?.nights.map(({ night, weight }) => [night.toString(), weight]))
  const week = [1, 2, 3, 4, 5, 6, 7].map(weekdayWeight)
  const perNight = { a: unitsOf(100 - share), b: unitsOf(share) }
  const step: Ledger['step'] = (caregiver, weight) => {
    if (caregiver === 'a') return perNight.a * weight
    return caregiver === 'b' ? -perNight.b * weight : 0
  }
  const ordinary = Math.min(...week) * unitsPerNight
  const isWeighted = [...Object.values(weekdays), ...single.values()].some(weight => weight !== 1)
  return {
    isPlain: share === 50 && !isWeighted,
    isWeighted,
    share: { a: share, b: 100 - share },
    ordinary,
    heaviest: Math.max(...week) * unitsPerNight,
    weekdayWeight,
    weightOf: night =>
      (single.size > 0 ? single.get(night.toString()) : undefined) ??
      weekdayWeight(night.dayOfWeek),
    balance: ({ a, b }) => step('a', a) + step('b', b),
    due: ({ a, b }) => ({ a: ((a + b) * share) / 100, b: ((a + b) * (100 - share)) / 100 }),
    step,
    midway: (balance, weight) => balance + (step('a', weight) + step('b', weight)) / 2,
    isEven: balance => Math.abs(balance) <= ordinary,
  }
}

/** Units that a night of weight 1 adds for the parent who did it, when the other one's share is this. */
function unitsOf(percent: number): number {
  return (2 * unitsPerNight * percent) / 100
}
