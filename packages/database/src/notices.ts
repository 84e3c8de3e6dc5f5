import { civilDateOrNull } from './civil-date.ts'
import type { Queryable } from './connect.ts'
import type { Schema } from './schema.ts'

/** What a page has to tell, until a person has read it. */
export type NoticeKind = Schema['notices']['kind']

/** Something to tell. */
export interface NoticeToRaise {
  kind: NoticeKind
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

/** The notices that nobody has dismissed, newest first. */
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

/** Closes a notice; false when it is not open. */
export async function dismissNotice(
  q: Queryable,
  id: bigint,
  now: Temporal.Instant,
): Promise<boolean> {
  const result = await q
    .updateTable('notices')
    .set({ dismissed_at: now.toString() })
    .where('id', '=', id)
    .where('dismissed_at', 'is', null)
    .executeTakeFirstOrThrow()
  return result.numUpdatedRows > 0n
}
