import type { Queryable } from '@night-routine/database/connection'
import { countByWeekday, readNightWeights, type NightWeight } from '@night-routine/database/nights'
import {
  inNights,
  ledgerOf,
  sumNights,
  turnsStart,
  type NightGroup,
  type NightSum,
  type Split,
} from '@night-routine/fairness'
import { splitOf } from './settings/split.ts'
import type { ChosenSettings } from './settings/table.ts'
import { isBefore } from './tonight.ts'

/**
 * Counts all nights since `from` (null: since the first on record) in groups of one worth that end at the cuts: no group
 * has nights on both sides of one, so its `last` tells its side.
 */
export async function readNightGroups(
  q: Queryable,
  groups: { from: Temporal.PlainDate | null; cuts: readonly Temporal.PlainDate[]; split: Split },
): Promise<NightGroup[]> {
  const { from, cuts, split } = groups
  // Cuts around a night with its own weight make it a separate group.
  const single = split.weights?.nights ?? []
  const around = single.flatMap(({ night }) => [night, night.add({ days: 1 })])
  const later = split.later ?? []
  return countByWeekday(q, {
    from,
    cuts: [...cuts, ...around, ...later.map(agreement => agreement.from)],
    turns: later.flatMap(({ from: first, turns }) => (turns ? [turnsStart(first, turns)] : [])),
  })
}

/** What decides which nights count, and how much. */
interface CountingRules {
  settings: Pick<ChosenSettings, 'countFrom' | 'share' | 'weekdayWeights' | 'agreements'>
  nightWeights: readonly NightWeight[]
}

/** What was done before a night, of the nights that count by these rules, and what that is worth by them. */
export async function readDone(
  q: Queryable,
  { settings, nightWeights }: CountingRules,
  before: Temporal.PlainDate,
): Promise<NightSum> {
  const split = splitOf(settings, nightWeights)
  const groups = await readNightGroups(q, { from: settings.countFrom, cuts: [before], split })
  const done = groups.filter(({ last }) => isBefore(last, before))
  return sumNights(done, ledgerOf(split))
}

/** The balance of what was done before `before`, and since `since` of it, in nights of weight 1. */
export async function readBalance(
  q: Queryable,
  settings: ChosenSettings,
  { since, before }: Record<'since' | 'before', Temporal.PlainDate>,
): Promise<{ all: number; recent: number }> {
  const split = splitOf(settings, await readNightWeights(q))
  const cuts = [since, before]
  const groups = await readNightGroups(q, { from: settings.countFrom, cuts, split })
  const done = groups.filter(({ last }) => isBefore(last, before))
  const ledger = ledgerOf(split)
  const balance = (nights: typeof done) => inNights(sumNights(nights, ledger).balance)
  return { all: balance(done), recent: balance(done.filter(({ last }) => !isBefore(last, since))) }
}
