import { sql } from 'kysely'
import type { Queryable } from '../connection/connect.ts'

/** Something that a page has to tell, until a person has read it. */
export interface NoticeToRaise {
  /** Its message is `notice.<kind>`. */
  kind: string
  /** The night it is about; null when it is about no single one. */
  night: Temporal.PlainDate | null
  /** What its words need, as JSON. */
  data: object | null
}

/** Something to tell, as it was kept. */
export interface Notice extends NoticeToRaise {
  id: bigint
  /** When it was last raised. */
  createdAt: Temporal.Instant
}

/** Raises a notice; one of the same kind and night that is still open takes the new words. */
export async function raiseNotice(
  q: Queryable,
  { kind, night, data }: NoticeToRaise,
  now: Temporal.Instant,
) {
  await q
    .insertInto('notices')
    .values({ kind, night, data, created_at: now })
    .onConflict(conflict =>
      conflict
        .columns(['kind', 'night'])
        .where('dismissed_at', 'is', null)
        .doUpdateSet({ data, created_at: now }),
    )
    .execute()
}

/**
 * Raises a notice of how things stand. Once a person has dismissed it, it stays muted until `closeNotices`
 * says that its cause is gone.
 */
export async function raiseStandingNotice(
  q: Queryable,
  kind: string,
  now: Temporal.Instant,
  night: Temporal.PlainDate | null = null,
) {
  const muted = await q
    .selectFrom('notices')
    .select('id')
    .where('kind', '=', kind)
    .where('muted', '=', true)
    .where('night', 'is not distinct from', night)
    .limit(1)
    .executeTakeFirst()
  if (muted === undefined) await raiseNotice(q, { kind, night, data: null }, now)
}

/**
 * Closes the notices of these kinds, only those of the nights in `of`, and not those of the nights in `butNotOf`:
 * their cause is gone, so that the next one is shown again.
 */
export async function closeNotices(
  q: Queryable,
  kinds: readonly string[],
  now: Temporal.Instant,
  {
    of,
    butNotOf = [],
  }: { of?: readonly Temporal.PlainDate[]; butNotOf?: readonly Temporal.PlainDate[] } = {},
) {
  if (of?.length === 0) return
  let query = q
    .updateTable('notices')
    .set({ dismissed_at: sql`coalesce(dismissed_at, ${now})`, muted: false })
    .where('kind', 'in', kinds)
    .where(eb => eb.or([eb('dismissed_at', 'is', null), eb('muted', '=', true)]))
  if (of !== undefined) query = query.where('night', 'in', of)
  if (butNotOf.length > 0)
    query = query.where(eb => eb.or([eb('night', 'is', null), eb('night', 'not in', butNotOf)]))
  await query.execute()
}

/** Closes the notices about these nights, which a person has decided since. */
export async function closeNoticesOf(
  q: Queryable,
  nights: readonly Temporal.PlainDate[],
  now: Temporal.Instant,
) {
  if (nights.length === 0) return
  await q
    .updateTable('notices')
    .set({ dismissed_at: now })
    .where('night', 'in', nights)
    .where('dismissed_at', 'is', null)
    .execute()
}

/** The nights whose standing notice of this kind is open, or muted because a person has read it. */
export async function readStandingNights(q: Queryable, kind: string) {
  const rows = await q
    .selectFrom('notices')
    .select('night')
    .where('kind', '=', kind)
    .where(eb => eb.or([eb('dismissed_at', 'is', null), eb('muted', '=', true)]))
    .execute()
  return rows.flatMap(({ night }) => night ?? [])
}

/** The notices that are not dismissed, newest first. */
export async function readNotices(q: Queryable): Promise<Notice[]> {
  return q
    .selectFrom('notices')
    .select(['id', 'kind', 'night', 'data', 'created_at as createdAt'])
    .where('dismissed_at', 'is', null)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
}

/** Closes a notice that a person has read; false when it is not open. */
export async function dismissNotice(q: Queryable, id: bigint, now: Temporal.Instant) {
  const result = await q
    .updateTable('notices')
    .set({ dismissed_at: now, muted: true })
    .where('id', '=', id)
    .where('dismissed_at', 'is', null)
    .executeTakeFirstOrThrow()
  return result.numUpdatedRows > 0n
}
