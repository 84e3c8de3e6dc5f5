import {
  deleteAbsence,
  insertAbsence,
  readAbsences,
  type Absence,
  type RecordedAbsence,
  type Transaction,
} from '@night-routine/database'
import { message } from '@night-routine/wording'
import { isBefore } from '../tonight.ts'
import { readChangeFacts, type ChangeFacts, type ChangeOrigin } from './change-facts.ts'
import { recordChange, type ChangeOutcome } from './record-change.ts'
import { refusal } from './refusal.ts'

const nothingChanged: ChangeOutcome = { change: null, changedNights: [] }

/** The absence as stored. */
export interface AbsenceOutcome extends ChangeOutcome {
  id: bigint
}

/**
 * Adds an absence of a parent, for one night or many; the plan goes around it. An absence that is already
 * stored is left as it is. Call it inside `householdTransaction`.
 * @throws ChangeRefusedError `not-allowed` (fields `from`, `to`)
 */
export async function addAbsence(
  trx: Transaction,
  { parent, from, to, ...by }: ChangeOrigin & Absence,
): Promise<AbsenceOutcome> {
  const absence = { parent, from, to }
  const facts = await readChangeFacts(trx, by.now)
  checkAbsence(absence, facts)
  const known = (await readAbsences(trx)).find(other => isSameAbsence(other, absence))
  if (known !== undefined) return { id: known.id, ...nothingChanged }

  const id = await insertAbsence(trx, absence)
  const after = absenceFacts({ id, ...absence })
  const entry = { action: 'absence-added', night: null, before: null, after } as const
  return { id, ...(await recordChange(trx, [entry], by, facts)) }
}

/** Removes an absence. Does nothing when it is not stored. Call it inside `householdTransaction`. */
export async function removeAbsence(
  trx: Transaction,
  { id, ...by }: ChangeOrigin & { id: bigint },
): Promise<ChangeOutcome> {
  const known = (await readAbsences(trx)).find(absence => absence.id === id)
  if (known === undefined) return nothingChanged
  await deleteAbsence(trx, id)
  const before = absenceFacts(known)
  const entry = { action: 'absence-removed', night: null, before, after: null } as const
  return recordChange(trx, [entry], by, await readChangeFacts(trx, by.now))
}

/** Whether they are the same nights of the same parent. */
export function isSameAbsence(one: Absence, other: Absence): boolean {
  return one.parent === other.parent && one.from.equals(other.from) && one.to.equals(other.to)
}

/** An absence for the history. */
export function absenceFacts({ id, parent, from, to }: RecordedAbsence) {
  return { id: id.toString(), parent, from: from.toString(), to: to.toString() }
}

const longestAbsence = 366

/**
 * Refuses an absence that is over, ends before it starts, or lasts longer than a year.
 * @throws ChangeRefusedError
 */
export function checkAbsence(
  { from, to }: Pick<Absence, 'from' | 'to'>,
  { tonight }: Pick<ChangeFacts, 'tonight'>,
): void {
  if (isBefore(to, from))
    throw refusal('not-allowed', 'to', message('refusal.endsBeforeItBegins', { date: from }))
  if (from.until(to).days >= longestAbsence)
    throw refusal('not-allowed', 'to', message('refusal.absenceTooLong', { most: longestAbsence }))
  if (isBefore(to, tonight)) throw refusal('not-allowed', 'to', message('refusal.absenceOver'))
}
