import {
  appendHistory,
  closeAsk,
  readNights,
  readOpenAsks,
  requestJob,
  type Ask,
  type HistoryEntry,
  type HistoryFacts,
  type Transaction,
} from '@night-routine/database'
import { isBefore } from '../tonight.ts'

/** An ask for the history, with all that its sentence needs. */
export function askFacts({ id, parent, word, returnNight }: Ask): HistoryFacts {
  return { ask: id, parent, word, returnNight: returnNight && returnNight.toString() }
}

/**
 * Ends the open asks that have nothing left to answer: those of nights that are over, and of nights that the asker no
 * longer has. A night is over when the day turns after it, so that people can ask about tonight, all evening long.
 * `by` is the change after which it runs. Call it under the household lock.
 */
export async function endAsks(
  trx: Transaction,
  tonight: Temporal.PlainDate,
  by: Pick<HistoryEntry, 'at' | 'actorKind' | 'actor' | 'change'>,
): Promise<void> {
  const open = await readOpenAsks(trx)
  const [first, last] = [open[0], open.at(-1)]
  if (first === undefined || last === undefined) return
  const nights = await readNights(trx, first.night, last.night)
  const entries = open.flatMap(ask => {
    const isOver = isBefore(ask.night, tonight)
    const stored = nights.find(({ night }) => night.equals(ask.night))
    if (!isOver && stored?.caregiver === ask.parent) return []
    // Nobody ended it by a change that only happened to be the first one after the night.
    const cause = isOver ? { ...by, actorKind: 'schedule' as const, actor: null, change: null } : by
    const after = { ...askFacts(ask), because: isOver ? 'over' : 'moved' }
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
