import {
  deleteAbsence,
  insertAbsence,
  readAbsences,
  type Absence,
  type HistoryFacts,
  type RecordedAbsence,
  type RecordedEntry,
  type Transaction,
} from '@night-routine/database'
import { message } from '@night-routine/wording'
import { dateIn } from '../settings/parse.ts'
import { isBefore } from '../tonight.ts'
import { absenceFacts, isSameAbsence } from './absences.ts'
import type { ChangeEntry } from './record-change.ts'
import { refusal } from './refusal.ts'

/** What a change did to an absence. */
export interface AbsenceOfChange {
  absence: Absence
  /** It added the absence; otherwise it removed it. */
  added: boolean
}

/** The absence that a change added or removed, if it did. */
export function absenceOfChange(entries: readonly RecordedEntry[]): AbsenceOfChange | undefined {
  for (const { night, before, after } of entries) {
    const absence = night === null ? absenceIn(after ?? before) : undefined
    if (absence !== undefined) return { absence, added: after !== null }
  }
  return undefined
}

function absenceIn(facts: HistoryFacts | null): Absence | undefined {
  const { parent, from, to } = facts ?? {}
  const [first, last] = [dateIn(String(from)), dateIn(String(to))]
  if ((parent !== 'a' && parent !== 'b') || !first || !last) return undefined
  return { parent, from: first, to: last }
}

/** Whether the absence is still as the change left it. */
export function isAbsenceInEffect(
  { absence, added }: AbsenceOfChange,
  stored: readonly RecordedAbsence[],
): boolean {
  return stored.some(other => isSameAbsence(other, absence)) === added
}

/** @throws ChangeRefusedError when the absence is over, so that undoing would change no night */
export function checkAbsenceAge(
  { absence: { to } }: AbsenceOfChange,
  tonight: Temporal.PlainDate,
): void {
  if (isBefore(to, tonight)) throw refusal('too-old', 'change', message('refusal.absenceOver'))
}

/** Removes what the change added, or adds what it removed; the entry for the history. */
export async function undoAbsence(
  trx: Transaction,
  { absence, added }: AbsenceOfChange,
): Promise<ChangeEntry> {
  const action = 'change-taken-back'
  if (!added) {
    const id = await insertAbsence(trx, absence)
    return { action, night: null, before: null, after: absenceFacts({ id, ...absence }) }
  }
  const stored = (await readAbsences(trx)).filter(other => isSameAbsence(other, absence))
  for (const { id } of stored) await deleteAbsence(trx, id)
  const [known = { id: 0n, ...absence }] = stored
  return { action, night: null, before: absenceFacts(known), after: null }
}
