import { randomUUID } from 'node:crypto'
import type { Queryable, Transaction } from '@night-routine/database/connection'
import { requestJob } from '@night-routine/database/jobs'
import {
  closeAsk,
  readChange,
  type Ask,
  type Assignment,
  type ParentId,
} from '@night-routine/database/nights'
import { otherParent } from '@night-routine/fairness'
import { message } from '@night-routine/wording'
import { returnFault } from '../planning/end-asks.ts'
import { askCodec } from '../recorded-facts.ts'
import { readPlanningFacts } from '../planning/planning-facts.ts'
import { readChangeFacts, type ChangeFacts, type ChangeOrigin } from './change-facts.ts'
import { fixed } from './night-state.ts'
import {
  askMoved,
  checkOpen,
  findAsk,
  nightOf,
  readAsker,
  recordAsk,
  type AskOutcome,
} from './record-ask.ts'
import { decideNights, outcomeOf, type NightStep } from './record-change.ts'
import { notAllowed } from './refusal.ts'

/**
 * Answers an ask for the parent who was asked. To accept gives the night, and the night in return the other way, as
 * one change; to decline moves nothing. The same answer again returns the same result.
 * @throws ChangeRefusal `no-parent`, `unknown-ask`, `not-allowed` (one's own ask, or a night in return that can't
 * be given any more), `ask-closed`
 */
export async function answerAsk(
  trx: Transaction,
  { id, answer, ...by }: ChangeOrigin & { id: string; answer: 'accept' | 'decline' },
): Promise<AskOutcome> {
  const facts = await readChangeFacts(trx, by.now)
  const { email, ask } = await readAsked(trx, { id, ...by }, facts)
  const wanted = answer === 'accept' ? 'accepted' : 'declined'
  if (ask.state === wanted) {
    const entries = ask.change === null ? [] : await readChange(trx, ask.change)
    return { ask, stoodAlready: true, ...outcomeOf(entries) }
  }
  await checkOpen(trx, ask, facts)
  if (wanted === 'accepted') return accept(trx, ask, { ...by, email }, facts)
  await closeAsk(trx, ask.id, { state: 'declined', by: email, at: by.now })
  return { ...(await recordAsk(trx, 'ask-declined', ask.id, by)), stoodAlready: false }
}

/**
 * The ask, for the person who may answer it now.
 * @throws ChangeRefusal as `answerAsk`
 */
export async function readAskToAnswer(q: Queryable, request: ChangeOrigin & { id: string }) {
  const facts = await readChangeFacts(q, request.now)
  const { ask } = await readAsked(q, request, facts)
  await checkOpen(q, ask, facts)
  return ask
}

/** The ask, and the person of whom it is asked. */
async function readAsked(
  q: Queryable,
  { id, ...by }: ChangeOrigin & { id: string },
  { names }: ChangeFacts,
) {
  const { parent, email } = await readAsker(q, by)
  const ask = await findAsk(q, id)
  if (ask.parent === parent)
    throw notAllowed('ask', message('refusal.askOwn', { name: names[otherParent(parent)] }))
  return { email, ask }
}

async function accept(
  trx: Transaction,
  ask: Ask,
  { email, ...by }: ChangeOrigin & { email: string },
  facts: ChangeFacts,
): Promise<AskOutcome> {
  const steps = await acceptSteps(trx, ask, { facts, now: by.now })
  const change = randomUUID()
  // First, because the plan that follows ends the asks about nights that moved.
  await closeAsk(trx, ask.id, { state: 'accepted', by: email, at: by.now, change })
  const others = [
    { action: 'ask-accepted', night: ask.night, before: null, after: askCodec.write(ask) },
  ] as const
  const outcome = await decideNights(trx, steps, { ...by, change, others }, facts)
  await requestJob(trx, 'notify')
  return { ask: await findAsk(trx, ask.id), stoodAlready: false, ...outcome }
}

/**
 * The decisions of an accepted ask: its night, and the one in return.
 * @throws ChangeRefusal as `answerAsk`
 */
export async function acceptSteps(
  q: Queryable,
  ask: Ask,
  { facts, now }: { facts: ChangeFacts; now: Temporal.Instant },
): Promise<NightStep[]> {
  const night = await nightOf(q, ask.night)
  // Each change ends the asks of nights that it moves, so this only guards against a write without a change.
  if (night?.caregiver !== ask.parent) throw askMoved(ask, facts)
  const inReturn = ask.returnNight && (await readReturn(q, ask.returnNight, ask, { facts, now }))
  return [
    giveStep(night, otherParent(ask.parent), facts),
    ...(inReturn ? [giveStep(inReturn, ask.parent, facts)] : []),
  ]
}

/** The night that is given to a parent by an accepted ask. */
function giveStep(before: Assignment, caregiver: ParentId, { today }: ChangeFacts): NightStep {
  const decision = fixed(before.night, { caregiver, babysitter: null }, { before, today })
  return { action: 'night-given', before, decision }
}

/** The night in return. Refuses one that can't be given any more: what would happen is not what was asked. */
async function readReturn(
  q: Queryable,
  date: Temporal.PlainDate,
  ask: Ask,
  { facts, now }: { facts: ChangeFacts; now: Temporal.Instant },
): Promise<Assignment | undefined> {
  const name = facts.names[ask.parent]
  const inReturn = await nightOf(q, date)
  const planning = await readPlanningFacts(q, now, facts)
  // Each change ends the asks of its nights, so this only guards against a day that has turned since.
  const fault = returnFault(ask, inReturn ? [inReturn] : [], planning)
  if (fault === 'gone')
    throw notAllowed(
      'ask',
      message('refusal.returnGone', { date, name: { name, isReader: false } }),
    )
  if (fault === 'asker-away')
    throw notAllowed('ask', message('refusal.returnAskerAway', { date, name }))
  return inReturn
}
