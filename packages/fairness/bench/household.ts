import type {
  Agreement as Later,
  Availability,
  Caregiver,
  ParentId,
  Split,
} from '@night-routine/fairness'
import { isAway } from '@night-routine/fairness'
import { seededRandom } from './random.ts'

export const nightsOfYear = 365
const firstNight = Temporal.PlainDate.from('2026-01-05')

const dates: Temporal.PlainDate[] = Array.from({ length: 2 * nightsOfYear }, (_, night) =>
  firstNight.add({ days: night }),
)

/** The date of a night by its number; 0 is the first night of the simulated year. */
export function date(night: number): Temporal.PlainDate {
  return dates[night] ?? firstNight.add({ days: night })
}

/** A family for a year or two: absences, and the overrides that people make. */
export interface Household {
  nights: number
  away: Record<ParentId, Availability>
  /** by night number */
  decisions: Map<number, Caregiver>
  split: Split
}

/** What a family agreed on besides, and how it changes the family of a seed. */
export interface Agreement {
  name: string
  split: Split
  /** One parent is away from Monday to Thursday of every other week. */
  alternateWeeks?: boolean
  /** What replaces it on the night of change, in a second year. */
  next?: Omit<Later, 'from'>
}

const weekends = { weekdays: { 5: 1.5, 6: 1.5 }, nights: [] }

export const halfEach: Agreement = { name: 'half and half', split: {} }

/** The agreements that the bench judges beside half and half. */
export const agreements: readonly Agreement[] = [
  { name: '60/40', split: { share: 60 } },
  { name: '70/30', split: { share: 70 } },
  { name: 'weekends 1.5', split: { weights: weekends } },
  { name: 'alternate weeks', split: {}, alternateWeeks: true },
  { name: '65/35, weekends 1.5', split: { share: 65, weights: weekends } },
]

/** After 52 weeks, so that a weekly run plans on from it. */
export const nightOfChange = 364

/** Agreements of two years: one that stays, and those that replace it on the night of change. */
export const changes: readonly { same: Agreement; changed: readonly Agreement[] }[] = [
  {
    same: { name: 'half and half for two years', split: {}, next: {} },
    changed: [
      { name: '50, then 60', split: {}, next: { share: 60 } },
      { name: '50, then weekends 1.5', split: {}, next: { weekdays: weekends.weekdays } },
    ],
  },
  {
    same: { name: '60 for two years', split: { share: 60 }, next: { share: 60 } },
    changed: [{ name: '60, then 40', split: { share: 60 }, next: { share: 40 } }],
  },
]

/** The family of this seed, as described in bench/README.md. */
export function household(seed: number, agreement: Agreement = halfEach): Household {
  const random = seededRandom(seed * 7919 + 13)
  const whole = (least: number, most: number) => least + Math.floor(random() * (most - least + 1))
  const someone = (): ParentId => (random() < 0.5 ? 'a' : 'b')
  const weekdays = (count: number) => [...new Set(Array.from({ length: count }, () => whole(1, 7)))]
  const away: Household['away'] = {
    a: { weekdays: weekdays(whole(0, 3)), ranges: [] },
    b: { weekdays: weekdays(whole(0, 2)), ranges: [] },
  }
  if (agreement.alternateWeeks) {
    const absent = away[seed % 2 === 0 ? 'a' : 'b']
    for (let night = 0; night < 2 * nightsOfYear; night += 14)
      absent.ranges.push({ from: date(night), to: date(night + 3) })
  }
  const decisions = new Map<number, Caregiver>()
  const nights = nightsOfYear * (agreement.next ? 2 : 1)
  for (let first = 0; first < nights; first += nightsOfYear) {
    for (let trips = whole(0, 2); trips > 0; trips--) {
      const length = whole(3, 13)
      const start = date(first + whole(0, nightsOfYear - 1))
      away[someone()].ranges.push({ from: start, to: start.add({ days: length - 1 }) })
    }
    for (let night = first + (first === 0 ? 2 : 0); night < first + nightsOfYear; night++) {
      const chance = random()
      const parent = someone()
      if (chance < 0.03) {
        if (!isAway(away[parent], date(night))) decisions.set(night, parent)
      } else if (chance < 0.06) decisions.set(night, 'babysitter')
    }
  }
  const later = agreement.next ? [{ ...agreement.next, from: date(nightOfChange) }] : []
  return { nights, away, decisions, split: { ...agreement.split, later } }
}
