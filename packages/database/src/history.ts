import type { Transaction } from './connect.ts'

/** Who did what to which night, when, and from where. */
export interface HistoryEntry {
  at: Temporal.Instant
  actorKind: 'person' | 'calendar' | 'schedule'
  /** The person's address; null when no person is known. */
  actor: string | null
  action: string
  night: Temporal.PlainDate | null
  /** JSON of what was there, null when nothing was. */
  before: object | null
  after: object | null
}

/** Adds to the history; nothing in it is ever changed (the database refuses). */
export async function appendHistory(
  trx: Transaction,
  entries: readonly HistoryEntry[],
): Promise<void> {
  if (entries.length === 0) return
  await trx
    .insertInto('history')
    .values(
      entries.map(entry => ({
        at: entry.at.toString(),
        actor_kind: entry.actorKind,
        actor: entry.actor,
        action: entry.action,
        night: entry.night && entry.night.toString(),
        before: entry.before && JSON.stringify(entry.before),
        after: entry.after && JSON.stringify(entry.after),
      })),
    )
    .execute()
}
