import {
  readChange,
  readLatestChange,
  readNights,
  readTakeBack,
  type Assignment,
  type Queryable,
  type RecordedEntry,
  type Transaction,
} from '@night-routine/database'
import { message } from '@night-routine/wording'
import { checkAge, readChangeFacts, type By } from './change-facts.ts'
import { decideNights, nightActions, outcomeOf, type ChangeOutcome } from './record-change.ts'
import { refusal } from './refusal.ts'
import { decidedNights, stillStands, takeBackSteps } from './take-back.ts'

/** The nights that got back the decision they had, in the order of the change. */
export interface TakeBackOutcome extends ChangeOutcome {
  restored: Temporal.PlainDate[]
}

const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i

/**
 * Takes a change of nights back: the one named, or the last one, which is never itself a take-back.
 * The same request again is the same answer. Call it inside `householdTransaction`.
 * @throws ChangeRefusedError `unknown-change` (also for a change of settings or absences), `too-old`,
 * `changed-since`
 */
export async function takeBackLastChange(
  trx: Transaction,
  { change, ...by }: By & { change?: string | undefined },
): Promise<TakeBackOutcome> {
  const undoes = change ?? (await readLatestChange(trx, { actions: nightActions }))
  if (undoes === undefined)
    throw refusal('unknown-change', 'change', message('refusal.nothingToTakeBack'))
  const entries = uuid.test(undoes) ? await readChange(trx, undoes) : []
  if (entries.length === 0) throw refusal('unknown-change', 'change', message('refusal.noChange'))
  const decided = decidedNights(entries)
  if (decided.length === 0)
    throw refusal('unknown-change', 'change', message('refusal.onlyNightsTakenBack'))

  const facts = await readChangeFacts(trx, by.now)
  const current = await readCurrent(trx, entries)
  const restored = decided.map(({ night }) => night)
  const earlier = await readTakeBack(trx, undoes)
  const takenBack = earlier === undefined ? [] : await readChange(trx, earlier)
  if (takenBack.length > 0 && stillStands(takenBack, current))
    return { restored, ...outcomeOf(takenBack) }
  for (const night of restored) checkAge(night, facts, 'change')
  if (!stillStands(entries, current))
    throw refusal('changed-since', 'change', message('refusal.changedSince', { dates: restored }))

  const steps = takeBackSteps(entries, current, facts)
  return { restored, ...(await decideNights(trx, steps, { ...by, undoes })) }
}

/** The last change of nights, where it can still be taken back. */
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
    stillStands(entries, await readCurrent(q, entries))
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
