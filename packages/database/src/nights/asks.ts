import { sql } from 'kysely'
import type { Queryable, Transaction } from '../connection/connect.ts'
import type { AskState, ParentId } from './night.ts'

/** What one parent asks of the other: to take a night, perhaps for another one in return. */
export interface AskToSave {
  /** A UUID. */
  id: string
  night: Temporal.PlainDate
  /** Who asks; the other parent is asked. */
  parent: ParentId
  /** A short text for the other parent. */
  word: string | null
  /** A night of the other parent that the asker takes in return. */
  returnNight: Temporal.PlainDate | null
  /** The address of the person who asks. */
  askedBy: string
  askedAt: Temporal.Instant
}

/** An ask on record. */
export interface Ask extends AskToSave {
  state: AskState
  /** When it was answered, withdrawn or ended; null while it is open. */
  closedAt: Temporal.Instant | null
  /** The address of who did that; null when no person did. */
  closedBy: string | null
  /** The change of nights that an acceptance led to. */
  change: string | null
}

/** How an ask is closed. */
export type AskEnd =
  | { state: 'accepted'; by: string; at: Temporal.Instant; change: string }
  | { state: 'declined' | 'withdrawn'; by: string; at: Temporal.Instant }
  | { state: 'ended'; by: string | null; at: Temporal.Instant }

/** Records an ask. Call it under the household lock. */
export async function insertAsk(trx: Transaction, ask: AskToSave): Promise<void> {
  const { id, night, parent, word, returnNight, askedBy, askedAt } = ask
  const row = { id, night, parent, word, return_night: returnNight }
  await trx
    .insertInto('asks')
    .values({ ...row, asked_by: askedBy, asked_at: askedAt })
    .execute()
}

/** Closes an ask, if it is open. Call it under the household lock. */
export async function closeAsk(trx: Transaction, id: string, end: AskEnd): Promise<void> {
  const change = end.state === 'accepted' ? end.change : null
  await trx
    .updateTable('asks')
    .set({ state: end.state, closed_at: end.at, closed_by: end.by, change })
    .where('id', '=', id)
    .where('state', '=', 'open')
    .execute()
}

/** The ask with this id. */
export async function readAsk(q: Queryable, id: string): Promise<Ask | undefined> {
  return asks(q).where('id', '=', id).executeTakeFirst()
}

/** The asks that nobody closed, by night: those of nights from `from` on, or all, also of nights that are over. */
export async function readOpenAsks(q: Queryable, from?: Temporal.PlainDate): Promise<Ask[]> {
  const query = asks(q).where('state', '=', 'open').orderBy('night')
  return (from === undefined ? query : query.where('night', '>=', from)).execute()
}

/** The open ask about this night. */
export async function readOpenAskOf(q: Queryable, night: Temporal.PlainDate) {
  return asks(q).where('state', '=', 'open').where('night', '=', night).executeTakeFirst()
}

/** The asks with these ids. */
export async function readAsks(q: Queryable, ids: readonly string[]): Promise<Ask[]> {
  return ids.length === 0 ? [] : asks(q).where('id', 'in', ids).execute()
}

/** The latest asks that were answered, withdrawn or ended, the last one first. */
export async function readClosedAsks(q: Queryable, limit: number): Promise<Ask[]> {
  return asks(q)
    .where('state', '<>', 'open')
    .orderBy('closed_at', 'desc')
    .orderBy('id')
    .limit(limit)
    .execute()
}

/** The asks whose messages were not planned since they changed. */
export async function readUntoldAsks(q: Queryable): Promise<Ask[]> {
  return asks(q).where(isUntold).orderBy('asked_at').execute()
}

/** Marks them as told, in the transaction that plans their messages. */
export async function markAsksTold(trx: Transaction): Promise<void> {
  await trx
    .updateTable('asks')
    .set({ told: sql`state` })
    .where(isUntold)
    .execute()
}

const isUntold = sql<boolean>`told is distinct from state`

function asks(q: Queryable) {
  return q
    .selectFrom('asks')
    .select(['id', 'night', 'parent', 'word', 'return_night as returnNight', 'state', 'change'])
    .select(['asked_by as askedBy', 'asked_at as askedAt'])
    .select(['closed_at as closedAt', 'closed_by as closedBy'])
}
