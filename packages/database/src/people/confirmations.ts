import { codeOf, type Queryable } from '../connection/connect.ts'
import { seal, unreadable, unsealIfKeyed, type TokenKeys } from '../connection/sealed.ts'

/** A request of a signed-in browser that waits until its person has shown once more who they are. */
export interface Confirmation {
  /** UUID. */
  id: string
  /** What the request does, by its name. */
  action: string
  /** The address of the request. */
  url: string
  /** The fields of its form. */
  body: unknown
  /** When the person came back from their identity provider; null: not yet. */
  confirmedAt: Temporal.Instant | null
}

const foreignKeyViolation = '23503'

const place = (id: string) => `confirmations.${id}.request` as const

/** Keeps a request for this session, in place of one that it had. @returns false if the session has ended */
export async function keepConfirmation(
  q: Queryable,
  keys: TokenKeys,
  kept: Omit<Confirmation, 'confirmedAt'> & { session: string; endsAt: Temporal.Instant },
) {
  const { session, id, endsAt, ...request } = kept
  const sealed = seal(keys, place(id), JSON.stringify(request))
  const row = { id, request: sealed, ends_at: endsAt, confirmed_at: null }
  try {
    await q
      .insertInto('confirmations')
      .values({ session, ...row })
      .onConflict(conflict => conflict.column('session').doUpdateSet(row))
      .execute()
    return true
  } catch (error) {
    if (codeOf(error) === foreignKeyViolation) return false
    throw error
  }
}

/** The request that waits in this session; undefined when there is none, or its time is over. */
export async function readConfirmation(
  q: Queryable,
  keys: TokenKeys,
  { session, now }: { session: string; now: Temporal.Instant },
): Promise<Confirmation | undefined> {
  const row = await q
    .selectFrom('confirmations')
    .select(['id', 'request', 'confirmed_at as confirmedAt'])
    .where('session', '=', session)
    .where('ends_at', '>', now)
    .executeTakeFirst()
  if (row === undefined) return undefined
  const text = unsealIfKeyed(keys, place(row.id), row.request)
  if (text === unreadable) return undefined
  // Only `keepConfirmation` can have sealed it.
  const request: Pick<Confirmation, 'action' | 'url' | 'body'> = JSON.parse(text)
  return { ...request, id: row.id, confirmedAt: row.confirmedAt }
}

/**
 * Notes that the person of this session came back from their identity provider, which gives them until `endsAt`. Only
 * for the request with which they went there: someone else with the same session may have put another one in its place.
 */
export async function confirmByProvider(
  q: Queryable,
  confirmed: { session: string; id: string; now: Temporal.Instant; endsAt: Temporal.Instant },
) {
  await q
    .updateTable('confirmations')
    .set({ confirmed_at: confirmed.now, ends_at: confirmed.endsAt })
    .where('session', '=', confirmed.session)
    .where('id', '=', confirmed.id)
    .execute()
}

/** Uses a confirmed request up. @returns false when another request has done so */
export async function useConfirmation(q: Queryable, id: string): Promise<boolean> {
  const { numDeletedRows } = await q
    .deleteFrom('confirmations')
    .where('id', '=', id)
    .executeTakeFirst()
  return numDeletedRows > 0n
}
