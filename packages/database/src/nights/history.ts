import { sql } from 'kysely'
import type { Queryable, Transaction } from '../connection/connect.ts'
import type { HistoryFacts } from './night.ts'

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
  /** The change that this one undoes. */
  undoes?: string | null
}

/** An entry as it was kept. */
export interface RecordedEntry extends Required<HistoryEntry> {
  id: bigint
}

/** Entries that belong together: those of one change, or those of one scheduled planning run. */
export interface RecordedChange {
  /** Of its first entry. */
  id: bigint
  /** In the order in which they were made; never empty. */
  entries: RecordedEntry[]
}

/** Adds to the history; the database refuses to change what is in it. @returns the ids of the entries */
export async function appendHistory(trx: Transaction, entries: readonly HistoryEntry[]) {
  if (entries.length === 0) return []
  const rows = entries.map(({ at, actorKind, actor, action, night, before, after, ...ids }) => {
    const { change = null, undoes = null } = ids
    return { at, actor_kind: actorKind, actor, action, night, before, after, change, undoes }
  })
  const added = await trx.insertInto('history').values(rows).returning('id').execute()
  return added.map(({ id }) => id)
}

/** The newest `limit` entries, newest first: of any night or of this one. */
export async function readHistory(
  q: Queryable,
  { night, limit }: { night?: Temporal.PlainDate; limit: number },
): Promise<RecordedEntry[]> {
  const query = recordedEntries(q).orderBy('id', 'desc').limit(limit)
  return (night ? query.where('night', '=', night) : query).execute()
}

/** The entries after this one, oldest first, at most `limit`. */
export async function readEntriesSince(
  q: Queryable,
  { entry, limit }: { entry: bigint; limit: number },
): Promise<RecordedEntry[]> {
  return recordedEntries(q).where('id', '>', entry).orderBy('id').limit(limit).execute()
}

/** The entries with one of these actions since then, oldest first. */
export async function readEntriesOf(
  q: Queryable,
  { actions, since }: { actions: readonly string[]; since: Temporal.Instant },
): Promise<RecordedEntry[]> {
  return recordedEntries(q)
    .where(action, 'in', actions)
    .where('at', '>=', since)
    .orderBy('id')
    .execute()
}

/** All entries of one change, in the order in which they were made. */
export async function readChange(q: Queryable, change: string): Promise<RecordedEntry[]> {
  return recordedEntries(q).where('change', '=', change).orderBy('id').execute()
}

/** The newest change with an entry of one of these actions: of any night or of this one. */
export async function readLatestChange(
  q: Queryable,
  { actions, night }: { actions: readonly string[]; night?: Temporal.PlainDate },
): Promise<string | undefined> {
  let query = newest(q).select('change').where('change', 'is not', null)
  if (night) query = query.where('night', '=', night)
  const row = await query.where(action, 'in', actions).executeTakeFirst()
  return row?.change ?? undefined
}

/** The newest change of each of these nights with an entry of one of these actions, with this field; by YYYY-MM-DD. */
export async function readLatestChanges(
  q: Queryable,
  query: { actions: readonly string[]; nights: readonly Temporal.PlainDate[]; field: string },
): Promise<Map<string, string>> {
  const rows = await q
    .selectFrom('history')
    .distinctOn('night')
    .select(['night', 'change'])
    .where(sql<boolean>`night = any(${query.nights.map(String)}::date[])`)
    .where('change', 'is not', null)
    .where(sql<boolean>`jsonb_exists(coalesce(after, before), ${query.field})`)
    .where(action, 'in', query.actions)
    .orderBy('night')
    .orderBy('id', 'desc')
    .$narrowType<{ night: Temporal.PlainDate; change: string }>()
    .execute()
  return new Map(rows.map(({ night, change }) => [night.toString(), change]))
}

/** When anything on record changed last: nights, absences, names or settings; null when nothing has. */
export async function readLastChangeAt(q: Queryable): Promise<Temporal.Instant | null> {
  return (await newest(q).select('at').executeTakeFirst())?.at ?? null
}

/** The newest change that undid this one. */
export async function readUndo(q: Queryable, change: string): Promise<string | undefined> {
  const row = await newest(q).select('change').where('undoes', '=', change).executeTakeFirst()
  return row?.change ?? undefined
}

function newest(q: Queryable) {
  return q.selectFrom('history').orderBy('id', 'desc').limit(1)
}

// The version before has a name for an undo of each kind, and may run beside this one, or in its place for a while.
const action = sql<string>`case
  when action in ('change-taken-back', 'settings-undone', 'note-undone', 'weight-undone')
  then 'change-undone' else action end`

/** The columns of an entry as it was kept. */
export const recordedEntry = [
  'history.id',
  'at',
  'actor_kind as actorKind',
  'actor',
  action.as('action'),
  'night',
  'before',
  'after',
  'change',
  'undoes',
] as const

function recordedEntries(q: Queryable) {
  return q.selectFrom('history').select(recordedEntry)
}

/**
 * The newest `limit` changes, newest first: only those whose first entry is older than `before`, only those about one
 * `night`, or only those of these `actors`, by address. A change is never split.
 */
export async function readHistoryChanges(
  q: Queryable,
  query: {
    before?: bigint
    night?: Temporal.PlainDate
    actors?: readonly string[]
    limit: number
  },
): Promise<RecordedChange[]> {
  // Ids as text: the driver does not read lists of numbers as long as these.
  const { rows: heads } = await sql<{ id: bigint; ids: string[] }>`
    select head.id, members.ids::text[]
    from history head
    cross join lateral (${members}) members
    where ${isHead}
      and ${query.before === undefined ? sql`true` : sql`head.id < ${query.before}`}
      and ${query.night === undefined ? sql`true` : isAbout(query.night)}
      and ${query.actors === undefined ? sql`true` : sql`head.actor = any (${query.actors})`}
    order by head.id desc
    limit ${query.limit}`.execute(q)
  const ids = heads.flatMap(head => head.ids.map(BigInt))
  if (ids.length === 0) return []
  const entries = await recordedEntries(q).where('id', 'in', ids).execute()
  const byId = new Map(entries.map(entry => [entry.id.toString(), entry]))
  return heads.map(head => ({ id: head.id, entries: head.ids.flatMap(id => byId.get(id) ?? []) }))
}

// A scheduled run writes all of its entries at the same moment, with consecutive ids.
const sameRun = sql`
  other.change is null and head.change is null and other.at = head.at
  and other.actor_kind = head.actor_kind and other.actor is not distinct from head.actor`

// Two lookups by index, whatever the length of the history.
const isHead = sql`
  case when head.change is null
    then not exists (select from history other where other.id = head.id - 1 and ${sameRun})
    else not exists (
      select from history other where other.change = head.change and other.id < head.id)
  end`

/** A run has at most an entry for each night that can be planned. */
const longestRun = 400

const members = sql`
  select array_agg(member.id order by member.id) as ids
  from (
    select other.id from history other where other.change = head.change
    union all
    select other.id from history other
    where other.id between head.id and head.id + ${sql.lit(longestRun)} and ${sameRun}
  ) member`

function isAbout(night: Temporal.PlainDate) {
  return sql`exists (
    select from history entry
    where entry.id = any (members.ids)
      and (entry.night = ${night}
        or jsonb_exists(entry.before -> 'caregivers', ${night})
        or jsonb_exists(entry.after -> 'caregivers', ${night})))`
}
