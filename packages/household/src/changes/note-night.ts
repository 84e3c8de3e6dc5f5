import { randomUUID } from 'node:crypto'
import type { Queryable, Transaction } from '@night-routine/database/connection'
import { requestJob } from '@night-routine/database/jobs'
import {
  appendHistory,
  readChange,
  readNightNote,
  readUndo,
  saveNightNote,
  type HistoryFacts,
  type NightNote,
  type RecordedEntry,
} from '@night-routine/database/nights'
import { message } from '@night-routine/wording'
import {
  checkAge,
  readChangeableNight,
  readChangeFacts,
  type ChangeOrigin,
} from './change-facts.ts'
import { oneLine } from './one-line.ts'
import type { ChangeOutcome } from './record-change.ts'
import { refusal } from './refusal.ts'

/** So many characters a note may have. */
export const longestNote = 200

/** The night of a note, and the note as stored; null when it was removed. */
export interface NoteOutcome extends ChangeOutcome {
  note: NightNote | null
}

const nothingMoved = { changedNights: [] }

/**
 * Writes a short note on a night, or removes it with an empty text. It moves no night; only the calendar's event of
 * that night changes, and a past event keeps its text. Call it inside `householdTransaction`.
 * @throws ChangeRefusedError `unknown-night`, `too-old`, `not-allowed` (field `note`)
 */
export async function noteNight(
  trx: Transaction,
  { id, note: text, shared, ...by }: ChangeOrigin & { id: bigint; note: string; shared: boolean },
): Promise<NoteOutcome> {
  const { night } = await readChangeableNight(trx, id, await readChangeFacts(trx, by.now))
  const tidy = tidyNote(text)
  const note = tidy === '' ? null : { note: tidy, shared }
  const before = await readNightNote(trx, night)
  if (isSame(before, note)) return { note, change: null, ...nothingMoved }
  return {
    note,
    ...(await replaceNote(trx, { action: 'night-noted', night, before, after: note }, by)),
  }
}

/**
 * A note without line breaks, and with single spaces.
 * @throws ChangeRefusedError `not-allowed`
 */
export function tidyNote(text: string): string {
  return oneLine(text, {
    field: 'note',
    most: longestNote,
    characters: message('refusal.noteCharacters'),
    tooLong: message('refusal.noteTooLong', { most: longestNote }),
  })
}

/** Whether a change is about a note. */
export function isNoteChange([first]: readonly RecordedEntry[]): boolean {
  return first?.action === 'night-noted'
}

/** Whether a night still has the note that this change gave it. */
export async function isNoteInEffect(
  q: Queryable,
  [first]: readonly RecordedEntry[],
): Promise<boolean> {
  const night = first?.night
  if (night === undefined || night === null) return false
  return isSame(await readNightNote(q, night), noteIn(first?.after))
}

/**
 * Puts the note from before a change back. Repeating the request returns the same result.
 * @throws ChangeRefusedError `too-old`, `changed-since`
 */
export async function undoNote(
  trx: Transaction,
  entries: readonly RecordedEntry[],
  by: ChangeOrigin & { undoes: string },
): Promise<ChangeOutcome & { restored: Temporal.PlainDate[] }> {
  const [first] = entries
  if (first === undefined || first.night === null) throw new Error('a change of a note has a night')
  const { night } = first
  const earlier = await readUndo(trx, by.undoes)
  const undone = earlier === undefined ? [] : await readChange(trx, earlier)
  if (undone.length > 0 && (await isNoteInEffect(trx, undone)))
    return { restored: [night], change: earlier ?? null, ...nothingMoved }
  checkAge(night, await readChangeFacts(trx, by.now), 'change')
  if (!(await isNoteInEffect(trx, entries)))
    throw refusal('changed-since', 'change', message('refusal.changedSince', { dates: [night] }))
  const [before, after] = [noteIn(first.after), noteIn(first.before)]
  const step = { action: 'note-undone', night, before, after } as const
  return { restored: [night], ...(await replaceNote(trx, step, by)) }
}

async function replaceNote(
  trx: Transaction,
  {
    action,
    night,
    before,
    after,
  }: {
    action: 'night-noted' | 'note-undone'
    night: Temporal.PlainDate
    before: NightNote | null
    after: NightNote | null
  },
  { now, actor, undoes }: ChangeOrigin & { undoes?: string },
): Promise<ChangeOutcome> {
  const change = randomUUID()
  await saveNightNote(trx, night, after)
  const by = { at: now, actorKind: actor.kind, actor: actor.email, change, undoes: undoes ?? null }
  await appendHistory(trx, [{ ...by, action, night, before: facts(before), after: facts(after) }])
  await requestJob(trx, 'push')
  return { change, ...nothingMoved }
}

function facts(note: NightNote | null): HistoryFacts | null {
  return note && { ...note }
}

function noteIn(known: HistoryFacts | null | undefined): NightNote | null {
  const { note, shared } = known ?? {}
  return typeof note === 'string' ? { note, shared: shared === true } : null
}

function isSame(one: NightNote | null, other: NightNote | null): boolean {
  return one?.note === other?.note && one?.shared === other?.shared
}
