import type { Queryable, Transaction } from '@night-routine/database/connection'
import {
  readAssignment,
  readChange,
  readLatestChange,
  readNightNotes,
  readNights,
  readNightWeights,
  readUndo,
  type RecordedEntry,
} from '@night-routine/database/nights'
import { message, type Message } from '@night-routine/wording'
import { keyed } from '../night-ranges.ts'
import { readChangeFacts, type ChangeFacts, type ChangeOrigin } from './change-facts.ts'
import {
  stepsIn,
  writeStep,
  type ChangeKind,
  type CurrentState,
  type Known,
} from './change-kind.ts'
import { householdSettings, kinds, readEveryAbsence } from './kinds.ts'
import { decidedNights } from './night-state.ts'
import {
  outcomeOf,
  readLatestDecisions,
  recordChange,
  type ChangeEntry,
  type ChangeOutcome,
} from './record-change.ts'
import { refusal, type ChangeRefusal } from './refusal.ts'

/** `restored`: the nights whose earlier decision is back, in the order of the change. */
export interface UndoOutcome extends ChangeOutcome {
  restored: Temporal.PlainDate[]
}

const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i

/**
 * Undoes a change of nights, of a note, of a weight, of an absence or of settings: the given one, or the last one
 * that is not itself an undo, of all or of the night with this `id`. Repeating the request returns the same result.
 * @throws ChangeRefusal `unknown-night`, `unknown-change`, `too-old`, `changed-since`, `not-allowed` (what a later
 * change forbids)
 */
export async function undoLastChange(
  trx: Transaction,
  { change, id, ...by }: ChangeOrigin & { change?: string | undefined; id?: bigint },
): Promise<UndoOutcome> {
  const undoes = change ?? (await readLastUndoable(trx, id))
  if (undoes === undefined)
    throw refusal('unknown-change', 'change', message('refusal.nothingToUndo'))
  const entries = uuid.test(undoes) ? await readChange(trx, undoes) : []
  if (entries.length === 0) throw refusal('unknown-change', 'change', message('refusal.noChange'))
  const parts = partsOf(entries)
  const first = parts.find(({ isChanged }) => isChanged)
  if (first === undefined) throw refusal('unknown-change', 'change', message('refusal.notUndoable'))

  const facts = await readChangeFacts(trx, by.now)
  const state = await readState(trx, entries, facts)
  const restored = parts.flatMap(({ nights }) => nights)
  const earlier = await readUndo(trx, undoes)
  const undone = earlier === undefined ? [] : await readChange(trx, earlier)
  if (undone.length > 0 && stands(partsOf(undone), state)) return { restored, ...outcomeOf(undone) }
  const refused = refusalOf(parts, facts)
  if (refused) throw refused
  if (!stands(parts, state)) throw refusal('changed-since', 'change', first.changedSince(restored))

  const undoing: ChangeEntry[] = []
  let after = facts
  for (const each of parts) {
    const written = await each.undo(trx, { state, facts: after, now: by.now })
    undoing.push(...written)
    if (written.length > 0) after = await readChangeFacts(trx, by.now)
  }
  return { restored, ...(await recordChange(trx, undoing, { ...by, undoes }, after)) }
}

/** Nights are last: an undo also brings back those that the plan moved because of something else. */
function partsOf(entries: readonly RecordedEntry[]): Part[] {
  const { settings, absence, weight, note, night } = kinds
  return [
    partOf(settings, entries),
    partOf(absence, entries),
    partOf(weight, entries),
    partOf(note, entries),
    partOf(night, entries),
  ]
}

/** What a change did to things of one kind, if anything. */
function partOf<Value>(kind: ChangeKind<Value>, entries: readonly RecordedEntry[]) {
  const steps = stepsIn(kind, entries)
  return {
    isChanged: steps.length > 0,
    nights: steps.flatMap(({ night }) => night ?? []),
    isInEffect: (state: CurrentState) => steps.every(step => kind.isInEffect(step, state)),
    refusal: (facts: ChangeFacts) => steps.map(step => kind.refusal(step, facts)).find(Boolean),
    changedSince: kind.changedSince ?? ofNights,
    /** Writes what was before; the entries for the history. */
    async undo(trx: Transaction, known: Known) {
      const undoing: ChangeEntry[] = []
      const inverse =
        kind.inverse?.(entries, known.state, known.facts) ??
        steps.map(({ night, before, after }) => ({ night, before: after, after: before }))
      for (const step of inverse) {
        await kind.checkUndo?.(trx, step, known)
        const stored = await kind.apply(trx, step, known.facts)
        undoing.push(writeStep(kind, 'change-undone', stored))
      }
      return undoing
    },
  }
}

type Part = ReturnType<typeof partOf>

function ofNights(dates: Temporal.PlainDate[]): Message {
  return message('refusal.changedSince', { dates })
}

/** Whether everything is still as the change left it. */
function stands(parts: readonly Part[], state: CurrentState): boolean {
  return parts.every(each => each.isInEffect(state))
}

/** Why the change can't be undone, if that is so. */
function refusalOf(parts: readonly Part[], facts: ChangeFacts): ChangeRefusal | undefined {
  return parts.map(each => each.refusal(facts)).find(Boolean)
}

const undoableActions = Object.values(kinds).flatMap(({ actions }) => actions)

/** The last change that can be undone, of all or of the night with this id. */
async function readLastUndoable(trx: Transaction, id?: bigint): Promise<string | undefined> {
  if (id === undefined) return readLatestChange(trx, { actions: undoableActions })
  const assignment = await readAssignment(trx, id)
  if (assignment === undefined) throw refusal('unknown-night', 'id', message('refusal.noNight'))
  return readLatestChange(trx, { actions: undoableActions, night: assignment.night })
}

/** Reads what these entries are about. */
async function readState(
  q: Queryable,
  entries: readonly RecordedEntry[],
  facts: ChangeFacts,
): Promise<CurrentState> {
  const nights = entries
    .flatMap(({ night }) => night ?? [])
    .toSorted((one, other) => Temporal.PlainDate.compare(one, other))
  const [from, to] = [nights[0], nights.at(-1)]
  const byNight = keyed(from && to ? await readNights(q, from, to) : [])
  const notes = from && to ? await readNightNotes(q, { from, to }) : new Map()
  const weights = await readNightWeights(q)
  return {
    night: date => byNight.get(date.toString()),
    note: date => notes.get(date.toString()) ?? null,
    weight: date => weights.find(({ night }) => night.equals(date))?.weight ?? null,
    absences: await readEveryAbsence(q),
    settings: householdSettings(facts),
  }
}

/**
 * Which of these changes can be undone: those of nights that no later change has decided again, and those of
 * notes, weights, absences and settings that are still as the change left them. An undo is not offered to be undone.
 */
export async function readUndoableChanges(
  q: Queryable,
  changes: readonly (readonly RecordedEntry[])[],
  now: Temporal.Instant,
): Promise<Set<string>> {
  const facts = await readChangeFacts(q, now)
  const candidates = changes.filter(entries =>
    entries.some(({ action }) => undoableActions.includes(action)),
  )
  const own = candidates.flat().filter(({ action }) => action !== 'night-replanned')
  const state = await readState(q, own, facts)
  const latest = await readLatestDecisions(q, candidates.flatMap(datesOf))
  return new Set(
    candidates.flatMap(entries => {
      const id = entries[0]?.change ?? null
      const parts = partsOf(entries)
      if (id === null || refusalOf(parts, facts) !== undefined || !stands(parts, state)) return []
      return datesOf(entries).every(night => latest.get(night.toString()) === id) ? id : []
    }),
  )
}

function datesOf(entries: readonly RecordedEntry[]): Temporal.PlainDate[] {
  return decidedNights(entries).map(({ night }) => night)
}
