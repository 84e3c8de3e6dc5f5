import {
  insertAbsence,
  readAbsences,
  deleteAbsence,
  type Absence,
  type RecordedAbsence,
  type Transaction,
} from '@night-routine/database'
import { readChangeFacts, type ChangeOrigin } from './change-facts.ts'
import { checkAbsence } from './check-absence.ts'
import { recordChange, type ChangeOutcome } from './record-change.ts'

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
  checkAbsence(absence, await readChangeFacts(trx, by.now))
  const known = (await readAbsences(trx)).find(other => isSame(other, absence))
  if (known !== undefined) return { id: known.id, ...nothingChanged }

  const id = await insertAbsence(trx, absence)
  const after = absenceFacts({ id, ...absence })
  const entry = { action: 'absence-added', night: null, before: null, after } as const
  return { id, ...(await recordChange(trx, [entry], by)) }
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
  return recordChange(trx, [{ action: 'absence-removed', night: null, before, after: null }], by)
}

function isSame(one: Absence, other: Absence): boolean {
  return one.parent === other.parent && one.from.equals(other.from) && one.to.equals(other.to)
}

function absenceFacts({ id, parent, from, to }: RecordedAbsence) {
  return { id: id.toString(), parent, from: from.toString(), to: to.toString() }
}
