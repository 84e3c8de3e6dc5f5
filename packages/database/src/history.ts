import { civilDateOrNull } from './civil-date.ts'
import type { Queryable, Transaction } from './connect.ts'
import type { HistoryFacts } from './history-facts.ts'

/** Who did what to which night, when, and from where. */
export interface HistoryEntry {
  at: Temporal.Instant
  actorKind: 'person' | 'calendar' | 'schedule'
  /** The person's address; null when no person is known. */
  actor: string | null
  action: string
  night: Temporal.PlainDate | null
  /** What was there, null when nothing was. */
  before: HistoryFacts | null
  after: HistoryFacts | null
  /** UUID that all entries of one change share; null for a scheduled run. */
  change?: string | null
  /** The change that this one takes back. */
  undoes?: string | null
}

/** An entry as it was kept. */
export interface RecordedEntry extends Required<HistoryEntry> {
  id: bigint
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
        change: entry.change ?? null,
        undoes: entry.undoes ?? null,
      })),
    )
    .execute()
}

/** The newest `limit` entries, newest first: those older than `before`, those of one `night`. */
export async function readHistory(
  q: Queryable,
  { before, night, limit }: { before?: bigint; night?: Temporal.PlainDate; limit: number },
): Promise<RecordedEntry[]> {
  const rows = await recordedEntries(q)
    .$if(before !== undefined, query => query.where('id', '<', before ?? null))
    .$if(night !== undefined, query => query.where('night', '=', String(night)))
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
  return rows.map(recorded)
}

/** How often something happened to a night. */
export async function countEntries(
  q: Queryable,
  { action, night }: { action: string; night: Temporal.PlainDate },
): Promise<number> {
  const { count } = await q
    .selectFrom('history')
    .select(({ fn }) => fn.countAll<bigint>().as('count'))
    .where('night', '=', night.toString())
    .where('action', '=', action)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** The entries with these ids, in no order. */
export async function readEntries(q: Queryable, ids: readonly bigint[]): Promise<RecordedEntry[]> {
  if (ids.length === 0) return []
  const rows = await recordedEntries(q).where('id', 'in', ids).execute()
  return rows.map(recorded)
}

/** All entries of one change, in the order in which they were made. */
export async function readChange(q: Queryable, change: string): Promise<RecordedEntry[]> {
  const rows = await recordedEntries(q).where('change', '=', change).orderBy('id').execute()
  return rows.map(recorded)
}

/** The newest change with an entry of one of these actions, of any night or of this one. */
export async function readLatestChange(
  q: Queryable,
  { actions, night }: { actions: readonly string[]; night?: Temporal.PlainDate },
): Promise<string | undefined> {
  const row = await q
    .selectFrom('history')
    .select('change')
    .where('change', 'is not', null)
    .where('action', 'in', actions)
    .$if(night !== undefined, query => query.where('night', '=', String(night)))
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.change ?? undefined
}

/** When anything on record changed last: nights, absences, names or settings; null when nothing has. */
export async function readLastChangeAt(q: Queryable): Promise<Temporal.Instant | null> {
  const query = q.selectFrom('history').select('at').orderBy('id', 'desc').limit(1)
  return (await query.executeTakeFirst())?.at ?? null
}

/** The newest change that took this one back. */
export async function readUndo(q: Queryable, change: string): Promise<string | undefined> {
  const row = await q
    .selectFrom('history')
    .select('change')
    .where('undoes', '=', change)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.change ?? undefined
}

function recordedEntries(q: Queryable) {
  return q
    .selectFrom('history')
    .select([
      'id',
      'at',
      'actor_kind as actorKind',
      'actor',
      'action',
      'night',
      'before',
      'after',
      'change',
      'undoes',
    ])
}

function recorded({
  night,
  ...row
}: Omit<RecordedEntry, 'night'> & { night: string | null }): RecordedEntry {
  return { ...row, night: civilDateOrNull(night) }
}
