import {
  readChange,
  readLatestChange,
  readNights,
  readUndo,
  type Assignment,
  type Queryable,
  type RecordedEntry,
  type Transaction,
} from '@night-routine/database'
import { message } from '@night-routine/wording'
import { checkAge, readChangeFacts, type ChangeOrigin } from './change-facts.ts'
import { decideNights, nightActions, outcomeOf, type ChangeOutcome } from './record-change.ts'
import { refusal } from './refusal.ts'
import { decidedNights, isInEffect, undoSteps } from './undo.ts'

/** `restored`: the nights whose earlier decision is back, in the order of the change. */
export interface UndoOutcome extends ChangeOutcome {
  restored: Temporal.PlainDate[]
}

const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i

/**
 * Undoes a change of nights: the given one, or the last one that is not itself an undo. Repeating the request
 * returns the same result. Call it inside `householdTransaction`.
 * @throws ChangeRefusedError `unknown-change` (also for a change of settings or absences), `too-old`,
 * `changed-since`
 */
export async function undoLastChange(
  trx: Transaction,
  { change, ...by }: ChangeOrigin & { change?: string | undefined },
): Promise<UndoOutcome> {
  const undoes = change ?? (await readLatestChange(trx, { actions: nightActions }))
  if (undoes === undefined)
    throw refusal('unknown-change', 'change', message('refusal.nothingToUndo'))
  const entries = uuid.test(undoes) ? await readChange(trx, undoes) : []
  if (entries.length === 0) throw refusal('unknown-change', 'change', message('refusal.noChange'))
  const decided = decidedNights(entries)
  if (decided.length === 0)
    throw refusal('unknown-change', 'change', message('refusal.onlyNightsUndone'))

  const facts = await readChangeFacts(trx, by.now)
  const current = await readCurrent(trx, entries)
  const restored = decided.map(({ night }) => night)
  const earlier = await readUndo(trx, undoes)
  const undone = earlier === undefined ? [] : await readChange(trx, earlier)
  if (undone.length > 0 && isInEffect(undone, current)) return { restored, ...outcomeOf(undone) }
  for (const night of restored) checkAge(night, facts, 'change')
  if (!isInEffect(entries, current))
    throw refusal('changed-since', 'change', message('refusal.changedSince', { dates: restored }))

  const steps = undoSteps(entries, current, facts)
  return { restored, ...(await decideNights(trx, steps, { ...by, undoes })) }
}

/** The last change of nights, if it can still be undone. */
export async function readUndoableChange(
  q: Queryable,
  now: Temporal.Instant,
): Promise<string | null> {
  const change = await readLatestChange(q, { actions: nightActions })
  if (change === undefined) return null
  const entries = await readChange(q, change)
  const { oldest } = await readChangeFacts(q, now)
  const nights = decidedNights(entries)
  const canChange =
    nights.length > 0 &&
    nights.every(({ night }) => Temporal.PlainDate.compare(night, oldest) >= 0) &&
    isInEffect(entries, await readCurrent(q, entries))
  return canChange ? change : null
}

async function readCurrent(trx: Queryable, entries: readonly RecordedEntry[]) {
  const nights = entries
    .flatMap(({ night }) => night ?? [])
    .toSorted((one, other) => Temporal.PlainDate.compare(one, other))
  const [from, to] = [nights[0], nights.at(-1)]
  const stored = from && to ? await readNights(trx, from, to) : []
  const byNight = new Map(stored.map(night => [night.night.toString(), night]))
  return (night: Temporal.PlainDate): Assignment | undefined => byNight.get(night.toString())
}
