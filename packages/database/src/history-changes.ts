import { sql } from 'kysely'
import type { Queryable } from './connect.ts'
import { readEntries, type RecordedEntry } from './history.ts'

/** Entries that belong together: those of one change, or those of one scheduled planning run. */
export interface RecordedChange {
  /** Of its first entry. */
  id: bigint
  /** In the order in which they were made; never empty. */
  entries: RecordedEntry[]
}

/**
 * The newest `limit` changes, newest first: only those whose first entry is older than `before`, or only
 * those about one `night`. A change is never split.
 */
export async function readHistoryChanges(
  q: Queryable,
  asked: { before?: bigint; night?: Temporal.PlainDate; limit: number },
): Promise<RecordedChange[]> {
  const { rows: heads } = await sql<Head>`
    select head.id, members.ids::text[]
    from history head
    cross join lateral (${members}) members
    where ${isHead}
      and ${asked.before === undefined ? sql`true` : sql`head.id < ${asked.before}`}
      and ${asked.night === undefined ? sql`true` : isAbout(asked.night)}
    order by head.id desc
    limit ${asked.limit}`.execute(q)
  const entries = await readEntries(
    q,
    heads.flatMap(({ ids }) => ids.map(BigInt)),
  )
  const byId = new Map(entries.map(entry => [entry.id.toString(), entry]))
  return heads.map(({ id, ids }) => ({ id, entries: ids.flatMap(each => byId.get(each) ?? []) }))
}

interface Head {
  id: bigint
  /** As text: the driver does not read lists of numbers as long as these. */
  ids: string[]
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
  const date = night.toString()
  return sql`exists (
    select from history entry
    where entry.id = any (members.ids)
      and (entry.night = ${date}
        or jsonb_exists(entry.before -> 'caregivers', ${date})
        or jsonb_exists(entry.after -> 'caregivers', ${date})))`
}
