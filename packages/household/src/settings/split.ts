import { ledgerOf, type NightWeights, type Split } from '@night-routine/fairness'
import { isBefore } from '../tonight.ts'
import type { LaterAgreement } from './agreements.ts'
import type { ChosenSettings } from './table.ts'

type Agreements = Pick<ChosenSettings, 'share' | 'weekdayWeights' | 'agreements'>

/** What the parents agree on, whenever it begins. */
type Terms = Omit<LaterAgreement, 'from'>

/** The agreement in force on a night; the first one has no date. */
export function agreementAt(
  { share, weekdayWeights, agreements }: Agreements,
  night: Temporal.PlainDate,
): Terms & { from: Temporal.PlainDate | null } {
  const later = agreements.findLast(({ from }) => !isBefore(night, from))
  return later ?? { from: null, share, weekdayWeights, turns: null }
}

/** The settings with these terms from a date on, until the next agreement; null: as if it had always been so. */
export function agree<Chosen extends Agreements>(
  settings: Chosen,
  terms: Terms,
  from: Temporal.PlainDate | null,
): Chosen {
  const { share, weekdayWeights, turns } = terms
  if (from === null) return { ...settings, share, weekdayWeights, agreements: [] }
  const others = settings.agreements.filter(other => !other.from.equals(from))
  const before = agreementAt({ ...settings, agreements: others }, from)
  // Weeks that begin again on another date are other weeks.
  const isSame =
    turns === null &&
    before.turns === null &&
    share === before.share &&
    weekdayWeights.join() === before.weekdayWeights.join()
  const agreements = isSame
    ? others
    : [...others, { from, ...terms }].toSorted((one, other) =>
        Temporal.PlainDate.compare(one.from, other.from),
      )
  return { ...settings, agreements }
}

/** How the parents divide the nights, as the planner and the balance ask for it. */
export function splitOf(
  { share, weekdayWeights, agreements }: Agreements,
  nightWeights: NightWeights['nights'],
): Split {
  const later = agreements.map(({ weekdayWeights: weights, ...agreement }) => ({
    ...agreement,
    weekdays: byWeekday(weights),
  }))
  return { share, weights: { weekdays: byWeekday(weekdayWeights), nights: nightWeights }, later }
}

/** What a night counts where it has no weight of its own: as its weekday. */
export function usualWeight(settings: Agreements, night: Temporal.PlainDate): number {
  return ledgerOf(splitOf(settings, [])).weightOf(night)
}

function byWeekday(weights: readonly number[]) {
  return Object.fromEntries(weights.map((weight, index) => [index + 1, weight]))
}
