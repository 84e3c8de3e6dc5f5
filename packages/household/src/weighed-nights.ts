import type { Queryable } from '@night-routine/database/connection'
import { countByWeekday, readNightWeights } from '@night-routine/database/nights'
import { inNights, ledgerOf, sumNights, type NightGroup, type Split } from '@night-routine/fairness'
import type { Settings } from './settings/settings.ts'
import { splitOf } from './settings/split.ts'
import { isBefore } from './tonight.ts'

/** Nights of the same caregiver and weight. */
export interface WeighedNights extends NightGroup {
  /** The latest of them. */
  last: Temporal.PlainDate
}

/**
 * Counts all nights since `from` (null: since the first on record) in groups that end at the cuts: no group has nights
 * on both sides of one, so its `last` tells its side.
 */
export async function readWeighedNights(
  q: Queryable,
  {
    from,
    cuts,
    split,
  }: { from: Temporal.PlainDate | null; cuts: readonly Temporal.PlainDate[]; split: Split },
): Promise<WeighedNights[]> {
  const ledger = ledgerOf(split)
  // Cuts around a night with its own weight make it a separate group.
  const single = split.weights?.nights ?? []
  const around = single.flatMap(({ night }) => [night, night.add({ days: 1 })])
  const groups = await countByWeekday(q, { from, cuts: [...cuts, ...around] })
  return groups.map(({ weekday, caregiver, nights, last }) => ({
    caregiver,
    nights,
    last,
    weight: nights === 1 ? ledger.weightOf(last) : ledger.weekdayWeight(weekday),
  }))
}

/** The balance of all nights before `before`, and of those since `since`, in nights of weight 1. */
export async function readBalance(
  q: Queryable,
  settings: Settings,
  { since, before }: Record<'since' | 'before', Temporal.PlainDate>,
): Promise<{ all: number; recent: number }> {
  const split = splitOf(settings, await readNightWeights(q))
  const ledger = ledgerOf(split)
  const groups = await readWeighedNights(q, { from: null, cuts: [since, before], split })
  const done = groups.filter(({ last }) => isBefore(last, before))
  const balance = (nights: typeof done) => inNights(ledger.balance(sumNights(nights).weighed))
  return { all: balance(done), recent: balance(done.filter(({ last }) => !isBefore(last, since))) }
}
