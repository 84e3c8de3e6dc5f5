import type { Availability, Caregiver, ParentId, Split } from '@night-routine/fairness'
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

/** A family for a year: absences, and the overrides that people make. */
export interface Household {
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
  for (let trips = whole(0, 2); trips > 0; trips--) {
    const nights = whole(3, 13)
    const from = date(whole(0, nightsOfYear - 1))
    away[someone()].ranges.push({ from, to: from.add({ days: nights - 1 }) })
  }
  if (agreement.alternateWeeks) {
    const absent = away[seed % 2 === 0 ? 'a' : 'b']
    for (let night = 0; night < 2 * nightsOfYear; night += 14)
      absent.ranges.push({ from: date(night), to: date(night + 3) })
  }
  const decisions = new Map<number, Caregiver>()
  for (let night = 2; night < nightsOfYear; night++) {
    const chance = random()
    const parent = someone()
    if (chance < 0.03) {
      if (!isAway(away[parent], date(night))) decisions.set(night, parent)
    } else if (chance < 0.06) decisions.set(night, 'babysitter')
  }
  return { away, decisions, split: agreement.split }
}
