import { sql } from 'kysely'
import type { Queryable, Transaction } from '../connection/connect.ts'

const columns = ['uid', 'name', 'text', 'version'] as const

/** The event of the installation's own calendar with this id, or in this file; undefined if there is none. */
export async function findOwnEvent(q: Queryable, by: { uid: string } | { name: string }) {
  const query = q.selectFrom('own_events').select(columns).where('text', 'is not', null)
  const found = 'uid' in by ? query.where('uid', '=', by.uid) : query.where('name', '=', by.name)
  return found.$narrowType<{ text: string }>().executeTakeFirst()
}

/** How many events there are. */
export async function countOwnEvents(q: Queryable): Promise<number> {
  const { count } = await q
    .selectFrom('own_events')
    .select(eb => eb.fn.countAll().as('count'))
    .where('text', 'is not', null)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/**
 * What was written since the state of `token`, removed events included; without one, every event that there is.
 * @returns with the token of a later read; null for a token that is not of this calendar
 */
export async function readOwnChanges(q: Queryable, token: string | null) {
  // First: what is written meanwhile is read twice, never not at all.
  const { version = 0n, incarnation = 'new' } =
    (await q.selectFrom('own_calendar').select(['version', 'incarnation']).executeTakeFirst()) ?? {}
  const [of, at] = token?.split('_') ?? []
  const since = at !== undefined && /^\d{1,18}$/.test(at) ? BigInt(at) : null
  if (token !== null && (of !== incarnation || since === null || since > version)) return null
  const all = q.selectFrom('own_events').select(columns).orderBy('version')
  const events = await (
    since === null ? all.where('text', 'is not', null) : all.where('version', '>', since)
  ).execute()
  return { events, token: `${incarnation}_${version}` }
}

/**
 * Writes an event. Call it in a transaction.
 * @param version of the event that it replaces; null: there must be none
 * @returns null if the event has another version, or another file or event has the name or the id
 */
export async function putOwnEvent(
  trx: Transaction,
  { uid, name, text }: { uid: string; name: string; text: string },
  version: bigint | null,
) {
  const next = await nextVersion(trx)
  const standing = await trx
    .selectFrom('own_events')
    .select(columns)
    .where(eb => eb.or([eb('uid', '=', uid), eb('name', '=', name)]))
    .where('text', 'is not', null)
    .execute()
  const [replaced] = standing
  if (standing.length > 1 || (replaced?.version ?? null) !== version) return null
  if (replaced && (replaced.uid !== uid || replaced.name !== name)) return null
  const event = { uid, name, text, version: next }
  await trx
    .insertInto('own_events')
    .values(event)
    .onConflict(conflict => conflict.column('uid').doUpdateSet(event))
    .execute()
  return event
}

/**
 * Removes an event. Call it in a transaction.
 * @returns false if it has another version
 */
export async function removeOwnEvent(
  trx: Transaction,
  { uid, version }: { uid: string; version: bigint },
): Promise<boolean> {
  const next = await nextVersion(trx)
  const { numUpdatedRows } = await trx
    .updateTable('own_events')
    .set({ text: null, version: next })
    .where('uid', '=', uid)
    .where('version', '=', version)
    .where('text', 'is not', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Apps read the whole calendar again: what they know may be from after a backup. */
export async function renewOwnCalendar(trx: Transaction) {
  await trx
    .updateTable('own_calendar')
    .set({ incarnation: sql`gen_random_uuid()` })
    .execute()
}

/** Writers wait for each other here. */
async function nextVersion(trx: Transaction): Promise<bigint> {
  const { version } = await trx
    .insertInto('own_calendar')
    .defaultValues()
    .onConflict(conflict =>
      conflict.column('id').doUpdateSet({ version: sql`own_calendar.version + 1` }),
    )
    .returning('version')
    .executeTakeFirstOrThrow()
  return version
}
