import type { Transaction } from '@night-routine/database/connection'
import { requestJob } from '@night-routine/database/jobs'
import {
  appendHistory,
  closeAsk,
  readNights,
  readOpenAsks,
  type Ask,
  type Assignment,
  type HistoryEntry,
} from '@night-routine/database/nights'
import { isAway, otherParent } from '@night-routine/fairness'
import { askCodec } from '../recorded-facts.ts'
import { isBefore } from '../tonight.ts'
import { readPlanningFacts, type PlanningFacts } from './planning-facts.ts'

/** Why the night in return of an ask can't be given any more; null while it can. */
export function returnFault(
  { parent, returnNight }: Pick<Ask, 'parent' | 'returnNight'>,
  nights: readonly Pick<Assignment, 'night' | 'caregiver'>[],
  { tonight, away }: Pick<PlanningFacts, 'tonight' | 'away'>,
): 'gone' | 'asker-away' | null {
  if (returnNight === null) return null
  const caregiver = nights.find(({ night }) => night.equals(returnNight))?.caregiver
  if (isBefore(returnNight, tonight) || caregiver !== otherParent(parent)) return 'gone'
  return isAway(away[parent], returnNight) ? 'asker-away' : null
}

/**
 * Ends the open asks that have nothing left to answer: those of nights that are over, of nights that the asker no
 * longer has, and those with a night in return that can't be given any more. A night is over when the day turns after
 * it, so that people can ask about tonight, all evening long. `by` is the change after which it runs; `known`, what was
 * read of this transaction's plan. Call it under the household lock.
 */
export async function endAsks(
  trx: Transaction,
  by: Pick<HistoryEntry, 'at' | 'actorKind' | 'actor' | 'change'>,
  known?: Pick<PlanningFacts, 'tonight' | 'away'>,
): Promise<void> {
  const open = await readOpenAsks(trx)
  const dates = open
    .flatMap(({ night, returnNight }) => [night, returnNight ?? night])
    .toSorted((one, other) => Temporal.PlainDate.compare(one, other))
  const [first, last] = [dates[0], dates.at(-1)]
  if (first === undefined || last === undefined) return
  const facts = known ?? (await readPlanningFacts(trx, by.at))
  const nights = await readNights(trx, first, last)
  const entries = open.flatMap(ask => {
    const isOver = isBefore(ask.night, facts.tonight)
    const stored = nights.find(({ night }) => night.equals(ask.night))
    const hasMoved = stored?.caregiver !== ask.parent
    if (!isOver && !hasMoved && returnFault(ask, nights, facts) === null) return []
    // Nobody ended it by a change that only happened to be the first one after the night.
    const cause = isOver ? { ...by, actorKind: 'schedule' as const, actor: null, change: null } : by
    const because = isOver ? 'over' : hasMoved ? 'moved' : 'return'
    const after = askCodec.write(ask, because)
    return [{ ...cause, action: 'ask-ended', night: ask.night, before: null, after, ask }]
  })
  if (entries.length === 0) return
  for (const { ask, actor, at } of entries)
    await closeAsk(trx, ask.id, { state: 'ended', by: actor, at })
  await appendHistory(
    trx,
    entries.map(({ ask: _ask, ...entry }) => entry),
  )
  await requestJob(trx, 'notify')
}
