import { eventHash } from '@night-routine/calendar'
import { readNights, readParents, type Assignment, type Transaction } from '@night-routine/database'
import { eventText } from '@night-routine/wording'
import {
  lastChange,
  openNightTitles,
  sameState,
  stateOf,
  readSettings,
} from '@night-routine/household'
import { pushedMeaning } from '../push/pushed-hash.ts'
import { editOf } from './edit-of.ts'
import type { JudgedEvent } from './judge-events.ts'

/**
 * The edits that replace a choice that a person made on a page and that the calendar did not show yet. Call it
 * before the edits are applied.
 */
export async function overtaken(
  trx: Transaction,
  judged: readonly JudgedEvent[],
): Promise<Set<JudgedEvent>> {
  const { a, b } = await readParents(trx)
  const names = { a: a.name, b: b.name }
  const [openTitle = ''] = openNightTitles((await readSettings(trx)).language)
  const found = new Set<JudgedEvent>()
  for (const event of judged) {
    const [edit] = editOf(event)
    if (edit === undefined) continue
    const { night } = edit
    const [chosen] = await readNights(trx, night, night)
    if (chosen === undefined || sameState(stateOf(chosen), { ...edit, override: true })) continue
    if (wasShown(event, chosen, { names, openTitle: openTitle })) continue
    const change = await lastChange(trx, night)
    if (change.some(entry => entry.actorKind === 'person' && entry.night?.equals(night) === true))
      found.add(event)
  }
  return found
}

/** Whether the calendar showed the choice, in our text or in a person's spelling of it. */
function wasShown(
  { row }: JudgedEvent,
  { caregiver, babysitterName }: Assignment,
  words: { names: Record<'a' | 'b', string>; openTitle: string },
): boolean {
  if (row.judgedMeaning !== null && row.state !== 'present') return false
  const { summary } = eventText({
    caregiver,
    ...words,
    babysitterName,
    sentence: '',
    link: '',
  })
  const span = { startDate: row.night, endDate: row.night.add({ days: 1 }) }
  return pushedMeaning(row.pushedHash) === eventHash({ status: 'confirmed', summary, ...span })
}
