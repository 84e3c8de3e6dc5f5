import { randomUUID } from 'node:crypto'
import type { Queryable, Transaction } from '@night-routine/database/connection'
import { requestJob } from '@night-routine/database/jobs'
import { appendHistory, readAsk, readNights, type Ask } from '@night-routine/database/nights'
import { readParentsByEmail } from '@night-routine/database/people'
import { message, type Message } from '@night-routine/wording'
import { askCodec } from '../recorded-facts.ts'
import { isBefore } from '../tonight.ts'
import type { ChangeFacts, ChangeOrigin } from './change-facts.ts'
import type { ChangeOutcome } from './record-change.ts'
import { refusal, type ChangeRefusal } from './refusal.ts'

/** An ask as stored. */
export interface AskOutcome extends ChangeOutcome {
  ask: Ask
  /** It was so already; nothing changed. */
  stoodAlready: boolean
}

const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i

/** Records what happened to an ask that moves no night. */
export async function recordAsk(
  trx: Transaction,
  action: 'night-asked' | 'ask-declined' | 'ask-withdrawn',
  id: string,
  { now, actor }: ChangeOrigin,
): Promise<ChangeOutcome & { ask: Ask }> {
  const ask = await findAsk(trx, id)
  const change = randomUUID()
  const by = { at: now, actorKind: actor.kind, actor: actor.email, change }
  await appendHistory(trx, [
    { ...by, action, night: ask.night, before: null, after: askCodec.write(ask) },
  ])
  await requestJob(trx, 'notify')
  return { ask, change, changedNights: [] }
}

/**
 * Which parent makes this change.
 * @throws ChangeRefusal `no-parent`
 */
export async function readAsker(q: Queryable, { actor }: ChangeOrigin) {
  const email = actor.email ?? ''
  const parent = (await readParentsByEmail(q)).get(email)
  if (parent === undefined) throw refusal('no-parent', 'parent', message('refusal.askNoParent'))
  return { email, parent }
}

/** @throws ChangeRefusal `unknown-ask` */
export async function findAsk(q: Queryable, id: string): Promise<Ask> {
  const ask = uuid.test(id) ? await readAsk(q, id) : undefined
  if (ask === undefined) throw refusal('unknown-ask', 'ask', message('refusal.noAsk'))
  return ask
}

/**
 * @param isAsker whether the asker reads the refusal, and not the parent who is asked
 * @throws ChangeRefusal `ask-closed`; an ask whose night is over is closed, whether it was ended yet or not
 */
export async function checkOpen(q: Queryable, ask: Ask, facts: ChangeFacts, isAsker = false) {
  const { state, night: date, parent, returnNight } = ask
  if (state === 'accepted') throw closed(message('refusal.askTaken', { date }))
  if (state === 'declined') throw closed(message('refusal.askDeclined', { date }))
  if (state === 'withdrawn')
    throw closed(message('refusal.askWithdrawn', { name: facts.names[parent] }))
  if (isBefore(date, facts.tonight)) throw closed(message('refusal.askOver', { date }))
  if (state !== 'ended') return
  if (returnNight === null || (await nightOf(q, date))?.caregiver !== parent)
    throw askMoved(ask, facts, isAsker)
  const name = { name: facts.names[parent], isReader: isAsker }
  throw closed(message('refusal.returnGone', { date: returnNight, name }))
}

/** The stored night of a date. */
export async function nightOf(q: Queryable, night: Temporal.PlainDate) {
  const [found] = await readNights(q, night, night)
  return found
}

/** The refusal of an ask about a night that the asker no longer has. */
export function askMoved({ night: date, parent }: Ask, { names }: ChangeFacts, isAsker = false) {
  const name = { name: names[parent], isReader: isAsker }
  return closed(message('refusal.askMoved', { date, name }))
}

function closed(says: Message): ChangeRefusal {
  return refusal('ask-closed', 'ask', says)
}
