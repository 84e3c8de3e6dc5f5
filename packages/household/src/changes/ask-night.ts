import { randomUUID } from 'node:crypto'
import type { Transaction } from '@night-routine/database/connection'
import {
  closeAsk,
  insertAsk,
  readOpenAskOf,
  readOpenAsks,
  type Ask,
  type Assignment,
  type ParentId,
} from '@night-routine/database/nights'
import { readParentsByEmail } from '@night-routine/database/people'
import { isAway, otherParent } from '@night-routine/fairness'
import { message } from '@night-routine/wording'
import { readPlanningFacts } from '../planning/planning-facts.ts'
import { isBefore } from '../tonight.ts'
import {
  readChangeableNight,
  readChangeFacts,
  type ChangeFacts,
  type ChangeOrigin,
} from './change-facts.ts'
import { oneLine } from './one-line.ts'
import { nothingChanged } from './record-change.ts'
import { checkOpen, findAsk, readAsker, recordAsk, type AskOutcome } from './record-ask.ts'
import { notAllowed, refusal } from './refusal.ts'

/** So many characters the word of an ask may have. */
export const longestWord = 80

/**
 * Asks the other parent to take a night, perhaps for one of theirs in return. No night moves. Asking the same again
 * returns the ask that is open.
 * @param request.word a text of at most 80 characters on one line
 * @throws ChangeRefusal `no-parent`, `unknown-night`, `too-old`, `already-asked`, `not-allowed` (fields `id`,
 * `returnId`, `word`)
 */
export async function askForNight(
  trx: Transaction,
  request: ChangeOrigin & { id: bigint; returnId?: bigint | null; word?: string },
): Promise<AskOutcome> {
  const { id, returnId = null, word: text = '', ...by } = request
  const facts = await readChangeFacts(trx, by.now)
  const { parent, email } = await readAsker(trx, by)
  const night = await readChangeableNight(trx, id, facts)
  const inReturn =
    returnId === null ? null : await readChangeableNight(trx, returnId, facts, 'returnId')
  const word = tidyWord(text)
  checkAsked(night, parent, facts)
  if (inReturn !== null) checkReturn(inReturn, { night, parent, facts })

  const known = await readOpenAskOf(trx, night.night)
  if (known !== undefined) {
    const isSame = known.word === word && same(known.returnNight, inReturn?.night ?? null)
    if (isSame) return { ask: known, stoodAlready: true, ...nothingChanged }
    const name = facts.names[otherParent(parent)]
    const says = message('refusal.askedAlready', { name, date: night.night })
    throw refusal('already-asked', 'id', says)
  }
  if (inReturn !== null) {
    const date = inReturn.night
    const isOffered = (await readOpenAsks(trx)).some(other => same(other.returnNight, date))
    if (isOffered) throw notAllowed('returnId', message('refusal.returnOffered', { date }))
  }
  const asked = { parent, night: night.night, returnNight: inReturn?.night ?? null }
  await checkPresence(trx, asked, facts, by.now)

  const ask = { id: randomUUID(), word, askedBy: email, askedAt: by.now, ...asked }
  await insertAsk(trx, ask)
  return { ...(await recordAsk(trx, 'night-asked', ask.id, by)), stoodAlready: false }
}

/**
 * Takes an ask back. Repeating it changes nothing.
 * @throws ChangeRefusal `no-parent`, `unknown-ask`, `not-allowed` (someone else's ask), `ask-closed`
 */
export async function withdrawAsk(trx: Transaction, { id, ...by }: ChangeOrigin & { id: string }) {
  const facts = await readChangeFacts(trx, by.now)
  const { parent, email } = await readAsker(trx, by)
  const ask = await findAsk(trx, id)
  const name = facts.names[ask.parent]
  if (ask.parent !== parent) throw notAllowed('ask', message('refusal.askOfOther', { name }))
  if (ask.state === 'withdrawn') return { ask, stoodAlready: true, ...nothingChanged }
  if (ask.state === 'accepted' || ask.state === 'declined') {
    const says = message('refusal.askAnswered', { name: facts.names[otherParent(parent)] })
    throw refusal('ask-closed', 'ask', says)
  }
  await checkOpen(trx, ask, facts, true)
  await closeAsk(trx, ask.id, { state: 'withdrawn', by: email, at: by.now })
  return { ...(await recordAsk(trx, 'ask-withdrawn', ask.id, by)), stoodAlready: false }
}

function tidyWord(text: string): string | null {
  const characters = message('refusal.wordCharacters')
  const tooLong = message('refusal.wordTooLong', { most: longestWord })
  return oneLine(text, { field: 'word', most: longestWord, characters, tooLong }) || null
}

/** Refuses an ask about a night that is over, locked, or not the asker's. */
function checkAsked(night: Assignment, parent: ParentId, { tonight }: ChangeFacts) {
  const { night: date, caregiver, override } = night
  if (isBefore(date, tonight)) throw notAllowed('id', message('refusal.askPast', { date }))
  if (caregiver !== parent) throw notAllowed('id', message('refusal.askNotYours', { date }))
  if (override) throw notAllowed('id', message('refusal.locked', { date }))
}

/** Refuses a night in return that is over, locked, not the other parent's, or the asked night itself. */
function checkReturn(
  { night: date, caregiver, override }: Assignment,
  { night, parent, facts }: { night: Assignment; parent: ParentId; facts: ChangeFacts },
) {
  const name = facts.names[otherParent(parent)]
  if (date.equals(night.night)) throw notAllowed('returnId', message('refusal.returnItself'))
  if (isBefore(date, facts.tonight))
    throw notAllowed('returnId', message('refusal.askPast', { date }))
  if (caregiver !== otherParent(parent))
    throw notAllowed('returnId', message('refusal.returnNotTheirs', { date, name }))
  if (override) throw notAllowed('returnId', message('refusal.locked', { date }))
}

/** Refuses an ask that the other parent could not keep, and a night in return that the asker could not do. */
async function checkPresence(
  trx: Transaction,
  { parent, night, returnNight }: Pick<Ask, 'parent' | 'night' | 'returnNight'>,
  facts: ChangeFacts,
  now: Temporal.Instant,
) {
  const other = otherParent(parent)
  const name = facts.names[other]
  const joined = [...(await readParentsByEmail(trx)).values()].includes(other)
  if (!joined) throw notAllowed('id', message('refusal.askNobody', { name }))
  const { away } = await readPlanningFacts(trx, now, facts)
  if (isAway(away[other], night))
    throw notAllowed('id', message('refusal.askAway', { name, date: night }))
  if (returnNight !== null && isAway(away[parent], returnNight))
    throw notAllowed('returnId', message('refusal.returnAway', { date: returnNight }))
}

function same(one: Temporal.PlainDate | null, other: Temporal.PlainDate | null): boolean {
  return one === null || other === null ? one === other : one.equals(other)
}
