import {
  householdTransaction,
  isDatabaseAway,
  type Transaction,
} from '@night-routine/database/connection'
import { readAbsences } from '@night-routine/database/nights'
import {
  addAbsence,
  ChangeRefusal,
  readHouseholdSettings,
  removeAbsence,
  saveHouseholdSettings,
  type ChangeOrigin,
} from '@night-routine/household'
import { patiently, readState } from './household-state.ts'
import { withOtherSettings } from './model.ts'
import type { Outcome, Run } from './run-state.ts'
import type { StepOf } from './steps.ts'

/** Works like the pages: one transaction under the household's lock. */
async function change(
  { stack: { db } }: Run,
  work: (trx: Transaction, by: ChangeOrigin) => Promise<unknown>,
): Promise<Outcome> {
  const actor = { kind: 'person', email: 'robin@example.com' } as const
  try {
    await householdTransaction(db, trx => work(trx, { now: Temporal.Now.instant(), actor }))
    return 'accepted'
  } catch (error) {
    if (error instanceof ChangeRefusal) return 'refused'
    if (isDatabaseAway(error)) return 'unknown'
    throw error
  }
}

/** Changes names, weekdays, look-ahead, past limit and time zone at once. */
export async function saveSettings(run: Run, step: StepOf<'settings'>): Promise<Outcome> {
  const { names } = await readState(run.stack.db)
  const { lookAheadDays, pastLimitDays, timeZone, unavailableWeekdays, nameA, nameB } = step
  const outcome = await change(run, async (trx, by) => {
    const { parents, ...settings } = await readHouseholdSettings(trx)
    const people = {
      a: { ...parents.a, name: nameA },
      b: { ...parents.b, name: nameB, unavailableWeekdays },
    }
    const wanted = { ...settings, lookAheadDays, pastLimitDays, timeZone, parents: people }
    await saveHouseholdSettings(trx, { settings: wanted, ...by })
  })
  if (outcome !== 'refused') run.model = withOtherSettings(run.model, names)
  return outcome
}

export async function addAway(run: Run, step: StepOf<'away'>): Promise<Outcome> {
  const { tonight } = await readState(run.stack.db)
  const from = tonight.add({ days: step.offset })
  const absence = { parent: step.parent, from, to: from.add({ days: step.nights - 1 }) }
  return change(run, (trx, by) => addAbsence(trx, { ...absence, ...by }))
}

export async function removeAway(run: Run, step: StepOf<'back'>): Promise<Outcome> {
  const absences = await patiently(() => readAbsences(run.stack.db))
  const id = absences[step.which]?.id
  if (id === undefined) return 'nothing-to-do'
  return change(run, (trx, by) => removeAbsence(trx, { id, ...by }))
}
