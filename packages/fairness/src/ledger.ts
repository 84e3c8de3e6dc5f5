import { otherParent, parentIds, type Caregiver, type ParentId } from './caregiver.ts'
import { checkDate, fail, isWeekday } from './errors.ts'

/** What nights weigh: by ISO weekday (1 is Monday), and single nights, which win. A missing one weighs 1. */
export interface NightWeights {
  weekdays: Partial<Record<number, number>>
  nights: readonly { night: Temporal.PlainDate; weight: number }[]
}

/** Weeks that turn about: the parents have all nights of so many weeks in turn. */
export interface Turns {
  /** Who has the first turn. */
  parent: ParentId
  /** The ISO weekday on which the nights change hands; the first turn is shorter if the agreement begins on another. */
  weekday: number
  /** 1 to 4 weeks. */
  weeks: number
  /** Whether nights that the other parent does are made good later; else they add nothing to the balance. */
  isMadeGood: boolean
}

/** What the parents agree on for the nights from a date on, until the next agreement begins. */
export interface Agreement {
  from: Temporal.PlainDate
  /** Parent `a`'s percent, one of `shares`; 50 if missing. Weeks that turn about have none. */
  share?: number | undefined
  /** What nights weigh by weekday, as in `NightWeights`. */
  weekdays?: NightWeights['weekdays'] | undefined
  turns?: Turns | null | undefined
}

/** How the parents divide the nights: what they agreed on first, and what replaced it later. */
export interface Split {
  /** Parent `a`'s percent, one of `shares`; 50 if missing. */
  share?: number | undefined
  weights?: NightWeights | undefined
  /** Later agreements, in order. */
  later?: readonly Agreement[] | undefined
}

/** The shares a household can choose for parent `a`, in percent. */
export const shares: readonly number[] = [30, 35, 40, 45, 50, 55, 60, 65, 70]

/** The weights a household can give to a night. */
export const weightChoices: readonly number[] = [1, 1.5, 2, 2.5, 3]

/** How many weeks a turn can have. */
export const turnWeeks: readonly number[] = [1, 2, 3, 4]

/**
 * Units of balance in a night of weight 1. Shares are multiples of a twentieth and weights are multiples of a
 * half, so every balance is a whole number of units, and no comparison meets a rounding error.
 */
const unitsPerNight = 20

/** What holds on a night. */
export interface Terms {
  /** The first night of the agreement; null for the first one. */
  since: Temporal.PlainDate | null
  /** Percent. */
  share: Readonly<Record<ParentId, number>>
  /** The units of the lightest weekday. Prices and thresholds are in such nights, so scaling changes nothing. */
  ordinary: number
  /** The units of the heaviest weekday. */
  heaviest: number
  /** Half and half until now, and each night counts once: a sentence need not mention shares or weights. */
  isPlain: boolean
}

/** The weeks of one parent that a night belongs to. */
export interface Turn {
  parent: ParentId
  /** The first night, had the turn been whole. */
  first: Temporal.PlainDate
  isMadeGood: boolean
}

/**
 * The only place that knows what a night is worth and what is even. A balance is positive when `a` has done
 * more than agreed: for each night by its agreement 1 − share for `a` and −share for `b`, twice, so nights of a minus
 * nights of b for equal shares. In weeks that turn about, a night in the other parent's turn is 2.
 */
export interface Ledger {
  /** All agreements are plain, and no night has a weight of its own. */
  isPlain: boolean
  /** Some nights weigh more than others. */
  isWeighted: boolean
  /** The units of the first agreement's lightest weekday. */
  lightest: number
  termsAt: (night: Temporal.PlainDate) => Terms
  /** Null where weeks do not turn about. */
  turnOf: (night: Temporal.PlainDate) => Turn | null
  weightOf: (night: Temporal.PlainDate) => number
  /**
   * What a night of this weight adds to the balance, in units; nothing for a babysitter or an open night.
   * @param night null: before the first dated one
   */
  step: (caregiver: Caregiver | null, weight: number, night: Temporal.PlainDate | null) => number
  /**
   * The balance halfway between this night done by `a` and done by `b`. Where it is negative, `a` is the one
   * whose night brings the balance closer to even.
   */
  midway: (balance: number, weight: number, night: Temporal.PlainDate) => number
  /** Whether no night like this one that changes hands would bring the balance closer to even. */
  isEven: (balance: number, night: Temporal.PlainDate) => boolean
}

/** Refuses a split that no household can have. @throws FairnessInputError for the first invalid field */
export function checkSplit({ share, weights, later = [] }: Split): void {
  checkShare('share', share)
  checkWeekdays('weights.weekdays', weights?.weekdays)
  for (const [index, agreement] of later.entries()) {
    const field = `later[${index}]`
    checkDate(`${field}.from`, agreement.from)
    const before = later[index - 1]?.from
    if (before && Temporal.PlainDate.compare(before, agreement.from) >= 0)
      fail(`${field}.from`, agreement.from, `is not after ${before.toString()}`)
    checkShare(`${field}.share`, agreement.share)
    checkWeekdays(`${field}.weekdays`, agreement.weekdays)
    if (agreement.turns) checkTurns(`${field}.turns`, agreement.turns)
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

function checkShare(field: string, share = 50): void {
  if (!shares.includes(share)) fail(field, share, `is not one of ${shares.join(', ')}`)
}

function checkWeekdays(field: string, weekdays: NightWeights['weekdays'] = {}): void {
  for (const [weekday, weight] of Object.entries(weekdays)) {
    if (!isWeekday(Number(weekday))) fail(field, weekday, 'is not an ISO weekday from 1 to 7')
    checkWeight(`${field}.${weekday}`, weight)
  }
}

function checkTurns(field: string, { parent, weekday, weeks }: Turns): void {
  if (!parentIds.includes(parent)) fail(`${field}.parent`, parent, 'is not a or b')
  if (!isWeekday(weekday)) fail(`${field}.weekday`, weekday, 'is not an ISO weekday from 1 to 7')
  if (!turnWeeks.includes(weeks))
    fail(`${field}.weeks`, weeks, `is not one of ${turnWeeks.join(', ')}`)
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

/** What the agreements ask of each parent for nights of this weight that left this balance, in nights of weight 1. */
export function dueOf(weighed: Readonly<Record<ParentId, number>>, balance: number) {
  // Of whole units, so that one division rounds.
  const due = (parent: ParentId, sign: number) =>
    (2 * unitsPerNight * weighed[parent] - sign * balance) / (2 * unitsPerNight)
  return { a: due('a', 1), b: due('b', -1) }
}

/** The ledger of a household with this split. */
export function ledgerOf({ share, weights, later = [] }: Split = {}): Ledger {
  const single = new Map(weights?.nights.map(({ night, weight }) => [night.toString(), weight]))
  const hasHeavy = [...single.values()].some(weight => weight !== 1)
  const first = inForce(null, { share, weekdays: weights?.weekdays }, !hasHeavy)
  const agreements = [first]
  for (const agreement of later)
    agreements.push(inForce(agreement.from, agreement, agreements.at(-1)?.terms.isPlain === true))
  // As text, because a plan asks for each of a thousand nights several times.
  const begins = later.map(({ from }) => from.toString())

  function at(night: Temporal.PlainDate | null) {
    if (begins.length === 0 || night === null) return first
    const date = night.toString()
    return agreements[begins.findLastIndex(begin => begin <= date) + 1] ?? first
  }
  const step: Ledger['step'] = (caregiver, weight, night) => {
    if (caregiver !== 'a' && caregiver !== 'b') return 0
    return at(night).perNight(caregiver, night) * weight
  }
  return {
    isPlain: agreements.every(({ terms }) => terms.isPlain),
    isWeighted: hasHeavy || agreements.some(({ isWeighted }) => isWeighted),
    lightest: first.terms.ordinary,
    termsAt: night => at(night).terms,
    turnOf: night => at(night).turnOf(night),
    weightOf: night =>
      (single.size > 0 ? single.get(night.toString()) : undefined) ??
      at(night).weekdayWeight(night.dayOfWeek),
    step,
    midway: (balance, weight, night) =>
      balance + (step('a', weight, night) + step('b', weight, night)) / 2,
    isEven: (balance, night) => Math.abs(balance) <= at(night).terms.ordinary,
  }
}

/** An agreement with what follows from it. */
function inForce(
  from: Temporal.PlainDate | null,
  { share = 50, weekdays = {}, turns = null }: Omit<Agreement, 'from'>,
  isPlainBefore: boolean,
) {
  const weekdayWeight = (isoWeekday: number) => weekdays[isoWeekday] ?? 1
  const week = [1, 2, 3, 4, 5, 6, 7].map(weekdayWeight)
  const isWeighted = Object.values(weekdays).some(weight => weight !== 1)
  const turnOf = turns === null || from === null ? () => null : turnsFrom(from, turns)
  const ofShare = { a: unitsOf(100 - share), b: -unitsOf(share) }
  return {
    isWeighted,
    weekdayWeight,
    turnOf,
    perNight(parent: ParentId, night: Temporal.PlainDate | null) {
      const turn = night && turnOf(night)
      if (turn === null) return ofShare[parent]
      if (turn.parent === parent || turns?.isMadeGood === false) return 0
      return parent === 'a' ? 2 * unitsPerNight : -2 * unitsPerNight
    },
    terms: {
      since: from,
      share: { a: share, b: 100 - share },
      ordinary: Math.min(...week) * unitsPerNight,
      heaviest: Math.max(...week) * unitsPerNight,
      isPlain: isPlainBefore && share === 50 && !isWeighted && turns === null,
    },
  }
}

/** The first night of the first turn, had it been whole, and the nights of a turn. */
export function turnsStart(from: Temporal.PlainDate, { weekday, weeks }: Turns) {
  return { start: from.subtract({ days: (from.dayOfWeek - weekday + 7) % 7 }), nights: 7 * weeks }
}

/** Whose turn a night is, of turns from this date on. */
function turnsFrom(from: Temporal.PlainDate, turns: Turns) {
  const { parent, isMadeGood } = turns
  const { start, nights } = turnsStart(from, turns)
  return (night: Temporal.PlainDate): Turn => {
    const turn = Math.floor(start.until(night).days / nights)
    return {
      parent: turn % 2 === 0 ? parent : otherParent(parent),
      first: start.add({ days: turn * nights }),
      isMadeGood,
    }
  }
}

/** Units that a night of weight 1 adds for the parent who did it, when the other one's share is this. */
function unitsOf(percent: number): number {
  return (2 * unitsPerNight * percent) / 100
}
