import type { Transaction } from '@night-routine/database/connection'
import { readNights } from '@night-routine/database/nights'
import { babysitterName } from './person-name.ts'
import { checkAge, readChangeFacts, type ChangeFacts } from './change-facts.ts'
import { fixed, isLockedFor, type Chosen } from './night-state.ts'
import { decideNights, type ChangeOutcome, type NightStep } from './record-change.ts'
import { ChangeRefusal, type RefusalReason } from './refusal.ts'

/** An edit in the calendar, as the judge read it. */
export interface CalendarEdit extends Chosen {
  night: Temporal.PlainDate
}

/** `refused`: edits that are not followed; their events have to be written again. */
export interface CalendarEditsOutcome extends ChangeOutcome {
  refused: { night: Temporal.PlainDate; reason: RefusalReason }[]
}

/**
 * Applies edits from the calendar, like changes on a page but with the calendar as actor. Edits that were read
 * together are one change with one plan, so that a swap of two titles moves no other night halfway. Nights that
 * already match are left as they are; of two edits of one night the last one counts.
 */
export async function applyCalendarEdits(
  trx: Transaction,
  request: { edits: readonly CalendarEdit[]; now: Temporal.Instant; facts?: ChangeFacts },
): Promise<CalendarEditsOutcome> {
  const { edits, now, facts = await readChangeFacts(trx, now) } = request
  const refused: CalendarEditsOutcome['refused'] = []
  const steps: NightStep[] = []
  const byNight = new Map(edits.map(edit => [edit.night.toString(), edit]))
  for (const edit of byNight.values())
    try {
      steps.push(...(await stepsFor(trx, edit, facts)))
    } catch (error) {
      if (!(error instanceof ChangeRefusal)) throw error
      refused.push({ night: edit.night, reason: error.reason })
    }
  if (steps.length === 0) return { change: null, changedNights: [], refused }
  const actor = { kind: 'calendar', email: null } as const
  return { ...(await decideNights(trx, steps, { now, actor }, facts)), refused }
}

async function stepsFor(
  trx: Transaction,
  edit: CalendarEdit,
  facts: ChangeFacts,
): Promise<NightStep[]> {
  checkAge(edit.night, facts, 'night')
  const chosen = chosenIn(edit, facts)
  const [before] = await readNights(trx, edit.night, edit.night)
  if (isLockedFor(before, chosen)) return []
  const action = chosen.caregiver === 'babysitter' ? 'babysitter-booked' : 'night-given'
  return [{ action, before, decision: fixed(edit.night, chosen, { before, today: facts.today }) }]
}

function chosenIn({ caregiver, babysitter }: CalendarEdit, facts: ChangeFacts): Chosen {
  if (caregiver !== 'babysitter') return { caregiver, babysitter: null }
  // The judge asks about names that are almost a parent's.
  const name = babysitterName(babysitter?.name ?? '', facts, { confirmed: true })
  return { caregiver, babysitter: { name } }
}
