import { sql } from 'kysely'
import { civilDateOrNull } from './civil-date.ts'
import type { Queryable } from './connect.ts'

/** Something that a page has to tell, until a person has read it. */
export interface NoticeToRaise {
  /** Its message is `told.<kind>`. */
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
  notice: NoticeToRaise,
  now: Temporal.Instant,
): Promise<void> {
  const said = {
    data: notice.data && JSON.stringify(notice.data),
    created_at: now.toString(),
  }
  await q
    .insertInto('notices')
    .values({ kind: notice.kind, night: notice.night && notice.night.toString(), ...said })
    .onConflict(conflict =>
      conflict.columns(['kind', 'night']).where('dismissed_at', 'is', null).doUpdateSet(said),
    )
    .execute()
}

/**
 * Raises a notice of how things stand. Once a person has dismissed it, it stays quiet for as long as
 * they stand so: until `closeNotices` says that its cause is gone.
 */
export async function raiseStandingNotice(
  q: Queryable,
  kind: string,
  now: Temporal.Instant,
  night: Temporal.PlainDate | null = null,
): Promise<void> {
  const muted = await q
    .selectFrom('notices')
    .select('id')
    .where('kind', '=', kind)
    .where('muted', '=', true)
    .where(sql<boolean>`night is not distinct from ${night && night.toString()}::date`)
    .limit(1)
    .executeTakeFirst()
  if (muted === undefined) await raiseNotice(q, { kind, night, data: null }, now)
}

/**
 * Closes the notices of these kinds: their cause is gone, so that the next time they are raised again.
 * Those of the nights in `butNotOf` stay.
 */
export async function closeNotices(
  q: Queryable,
  kinds: readonly string[],
  now: Temporal.Instant,
  { butNotOf = [] }: { butNotOf?: readonly Temporal.PlainDate[] } = {},
): Promise<void> {
  await q
    .updateTable('notices')
    .where(eb =>
      butNotOf.length === 0
        ? eb.lit(true)
        : eb.or([eb('night', 'is', null), eb('night', 'not in', butNotOf.map(String))]),
    )
    .set({ dismissed_at: sql`coalesce(dismissed_at, ${now.toString()})`, muted: false })
    .where('kind', 'in', kinds)
    .where(eb => eb.or([eb('dismissed_at', 'is', null), eb('muted', '=', true)]))
    .execute()
}

/** Closes the notices about these nights, which a person has decided since. */
export async function closeNoticesOf(
  q: Queryable,
  nights: readonly Temporal.PlainDate[],
  now: Temporal.Instant,
): Promise<void> {
  if (nights.length === 0) return
  await q
    .updateTable('notices')
    .set({ dismissed_at: now.toString() })
    .where('night', 'in', nights.map(String))
    .where('dismissed_at', 'is', null)
    .execute()
}

/** The notices that are not dismissed, newest first. */
export async function readNotices(q: Queryable): Promise<Notice[]> {
  const rows = await q
    .selectFrom('notices')
    .select(['id', 'kind', 'night', 'data', 'created_at as createdAt'])
    .where('dismissed_at', 'is', null)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
  return rows.map(({ night, ...row }) => ({ ...row, night: civilDateOrNull(night) }))
}

/** A person has read a notice, and closes it; false when it is not open. */
export async function dismissNotice(
  q: Queryable,
  id: bigint,
  now: Temporal.Instant,
): Promise<boolean> {
  const result = await q
    .updateTable('notices')
    .set({ dismissed_at: now.toString(), muted: true })
    .where('id', '=', id)
    .where('dismissed_at', 'is', null)
    .executeTakeFirstOrThrow()
  return result.numUpdatedRows > 0n
}
