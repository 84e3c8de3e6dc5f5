import type { Transaction } from '@night-routine/database/connection'
import { isRepeating } from '../planning/repeating-absences.ts'
import { readChangeFacts, type ChangeOrigin } from './change-facts.ts'
import { checkAbsence, tidyAbsence, type AnyAbsence } from './check-absence.ts'
import { writeStep } from './change-kind.ts'
import { insertAnyAbsence, isSameAbsence, kinds, readEveryAbsence } from './kinds.ts'
import { makeChange, nothingChanged, recordChange, type ChangeOutcome } from './record-change.ts'

/**
 * Adds an absence of a parent, for one night, many, or nights that repeat; the plan goes around it. An absence that
 * is already stored is left as it is.
 * @throws ChangeRefusal `not-allowed` (fields `from`, `to`, `weekdays`, `everyWeeks`, `cycle`)
 */
export async function addAbsence(
  trx: Transaction,
  { now, actor, ...wanted }: ChangeOrigin & AnyAbsence,
): Promise<ChangeOutcome & { id: bigint }> {
  const facts = await readChangeFacts(trx, now)
  const stored = await readEveryAbsence(trx)
  const absence = tidyAbsence(wanted)
  checkAbsence(absence, facts, stored)
  const known = stored.find(other => isSameAbsence(other, absence))
  if (known !== undefined) return { id: known.id, ...nothingChanged }

  const id = await insertAnyAbsence(trx, absence)
  const step = { night: null, before: null, after: { ...absence, id } }
  const entry = writeStep(kinds.absence, 'absence-added', step)
  return { id, ...(await recordChange(trx, [entry], { now, actor }, facts)) }
}

/** Removes an absence, or one that repeats. Does nothing when it is not stored. */
export async function removeAbsence(
  trx: Transaction,
  { id, repeats = false, ...by }: ChangeOrigin & { id: bigint; repeats?: boolean },
): Promise<ChangeOutcome> {
  const known = (await readEveryAbsence(trx)).find(
    absence => absence.id === id && isRepeating(absence) === repeats,
  )
  if (known === undefined) return nothingChanged
  const step = { action: 'absence-removed', night: null, before: known, after: null, ...by }
  return makeChange(trx, kinds.absence, step, await readChangeFacts(trx, by.now))
}
