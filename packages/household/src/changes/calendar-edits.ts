import { readNights, type Transaction } from '@night-routine/database'
import { babysitterName } from './babysitter-name.ts'
import { checkAge, readChangeFacts, type ChangeFacts } from './change-facts.ts'
import { fixed, type Chosen } from './night-decision.ts'
import { sameState, stateOf } from './night-state.ts'
import { decideNights, type ChangeOutcome, type NightStep } from './record-change.ts'
import { ChangeRefusedError, type RefusalReason } from './refusal.ts'

/** What a person wrote into the calendar, as the judge understood it. */
export interface CalendarEdit extends Chosen {
  night: Temporal.PlainDate
}

/** `refused`: edits that are not followed, whose events are to be written back. */
export interface CalendarEditsOutcome extends ChangeOutcome {
  refused: { night: Temporal.PlainDate; reason: RefusalReason }[]
}

/**
 * Follows what people wrote into the calendar: the same decisions as from a page, with the calendar as
 * author. Edits that were found together are one change, planned once, so that a swap of two titles
 * does not move other nights halfway. A night that is so already is left as it is;
 * of two edits of one night the last one counts. Call it inside
 * `householdTransaction`.
 */
export async function applyCalendarEdits(
  trx: Transaction,
  { edits, now }: { edits: readonly CalendarEdit[]; now: Temporal.Instant },
): Promise<CalendarEditsOutcome> {
  const facts = await readChangeFacts(trx, now)
  const refused: CalendarEditsOutcome['refused'] = []
  const steps: NightStep[] = []
  const byNight = new Map(edits.map(edit => [edit.night.toString(), edit]))
  for (const edit of byNight.values())
    try {
      steps.push(...(await stepsFor(trx, edit, facts)))
    } catch (error) {
      if (!(error instanceof ChangeRefusedError)) throw error
      refused.push({ night: edit.night, reason: error.reason })
    }
  if (steps.length === 0) return { change: null, changedNights: [], refused }
  const author = { kind: 'calendar', actor: null } as const
  return { ...(await decideNights(trx, steps, { now, author })), refused }
}

async function stepsFor(
  trx: Transaction,
  edit: CalendarEdit,
  facts: ChangeFacts,
): Promise<NightStep[]> {
  checkAge(edit.night, facts, 'night')
  const chosen = chosenIn(edit, facts)
  const [before] = await readNights(trx, edit.night, edit.night)
  if (sameState(stateOf(before), { ...chosen, override: true })) return []
  const action = chosen.caregiver === 'babysitter' ? 'babysitter-booked' : 'night-given'
  return [{ action, before, decision: fixed(edit.night, chosen, { before, today: facts.today }) }]
}

function chosenIn(edit: CalendarEdit, facts: ChangeFacts): Chosen {
  if (edit.caregiver !== 'babysitter') return { caregiver: edit.caregiver, babysitterName: null }
  return {
    caregiver: 'babysitter',
    babysitterName: babysitterName(edit.babysitterName ?? '', facts),
  }
}
