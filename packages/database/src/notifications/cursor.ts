import { sql } from 'kysely'
import type { Queryable, Transaction } from '../connection/connect.ts'
import type { RecordedEntry } from '../nights/history.ts'
import { requestJob } from '../jobs/job-requests.ts'

/** The part of a history entry that says who does a night. */
export interface PlanEntry extends Pick<
  RecordedEntry,
  'id' | 'actorKind' | 'actor' | 'action' | 'night' | 'before' | 'after' | 'change' | 'undoes'
> {
  /** Whether one parent asked for it and the other one accepted. */
  agreed: boolean
}

/**
 * Requests `notify` if anyone wants to hear of changed nights. Call it in the transaction of the change, after
 * requesting `push`.
 */
export async function requestNotify(trx: Transaction) {
  if (await anyoneListens(trx)) await requestJob(trx, 'notify')
}

/** Whether anyone wants to hear of changed nights. */
export async function anyoneListens(q: Queryable): Promise<boolean> {
  const query = q.selectFrom('notification_settings').select('email').where('changes', '=', true)
  return (await query.limit(1).executeTakeFirst()) !== undefined
}

/** The last history entry for which deliveries were planned. */
export async function readNotificationCursor(q: Queryable): Promise<bigint> {
  const query = q.selectFrom('notification_cursor').select('history_id')
  return (await query.executeTakeFirstOrThrow()).history_id
}

/** Moves the cursor, in the transaction that plans the deliveries. */
export async function saveNotificationCursor(trx: Transaction, entry: bigint) {
  await trx.updateTable('notification_cursor').set({ history_id: entry }).execute()
}

/** Skips the changes so far: those from before anyone listened, and those that a restore brought back. */
export async function skipUntoldChanges(trx: Transaction) {
  await trx
    .updateTable('notification_cursor')
    .set({ history_id: sql`(select coalesce(max(id), 0) from history)` })
    .execute()
}

/** The history after an entry, oldest first. */
export async function readEntriesAfter(q: Queryable, entry: bigint): Promise<PlanEntry[]> {
  return (
    q
      .selectFrom('history')
      .select(['id', 'actor_kind as actorKind', 'actor', 'action', 'night'])
      .select(['before', 'after', 'change', 'undoes'])
      // Not the nights that the plan moved because of it.
      .select(
        sql<boolean>`action = 'night-given' and exists (
        select from asks where asks.change = history.change)`.as('agreed'),
      )
      .where('id', '>', entry)
      .orderBy('id')
      .execute()
  )
}
