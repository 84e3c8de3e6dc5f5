import { sql } from 'kysely'
import type { Queryable } from '../connection/connect.ts'

/** One record of what the identity provider keeps for some minutes. */
export interface IdentityState {
  /** The library's name for what it is, such as `Interaction`. */
  kind: string
  id: string
}

interface StateToSave extends IdentityState {
  data: Record<string, unknown>
  uid?: string | undefined
  grantId?: string | undefined
  /** Whose it is, once that is known. */
  identity?: string | undefined
  expiresAt: Temporal.Instant
}

/** Anybody can start a sign-in, so each new record takes away more old ones than it adds. */
const mostDeleted = 20

/** Keeps a record, or another version of it, and deletes some that have expired. */
export async function saveIdentityState(
  q: Queryable,
  { kind, id, data, uid, grantId, identity, expiresAt }: StateToSave,
  now: Temporal.Instant,
): Promise<void> {
  const row = { data, uid, grant_id: grantId, identity_id: identity, expires_at: expiresAt }
  await q
    .insertInto('identity_states')
    .values({ kind, id, ...row })
    .onConflict(conflict => conflict.columns(['kind', 'id']).doUpdateSet(row))
    .execute()
  await sql`
    delete from identity_states where ctid in (
      select ctid from identity_states where expires_at <= ${now}
        order by expires_at limit ${sql.lit(mostDeleted)} for update skip locked)`.execute(q)
}

/** A record that has not expired, by its id or uid; it says when it was consumed, if it was. */
export async function findIdentityState(
  q: Queryable,
  by: { kind: string } & ({ id: string } | { uid: string }),
  now: Temporal.Instant,
): Promise<{ data: Record<string, unknown>; consumedAt: Temporal.Instant | null } | undefined> {
  const query = q
    .selectFrom('identity_states')
    .select(['data', 'consumed_at as consumedAt'])
    .where('kind', '=', by.kind)
    .where('expires_at', '>', now)
  return ('id' in by ? query.where('id', '=', by.id) : query.where('uid', '=', by.uid))
    .limit(1)
    .executeTakeFirst()
}

/** Marks a record as used up. */
export async function consumeIdentityState(
  q: Queryable,
  { kind, id }: IdentityState,
  now: Temporal.Instant,
): Promise<void> {
  await q
    .updateTable('identity_states')
    .set({ consumed_at: now })
    .where('kind', '=', kind)
    .where('id', '=', id)
    .execute()
}

/** Deletes one record. */
export async function deleteIdentityState(
  q: Queryable,
  { kind, id }: IdentityState,
): Promise<void> {
  await q.deleteFrom('identity_states').where('kind', '=', kind).where('id', '=', id).execute()
}

/** Deletes what belongs to a grant of the provider, or to the person with this folded address. */
export async function deleteIdentityStates(
  q: Queryable,
  of: { grantId: string } | { email: string },
): Promise<void> {
  const query = q.deleteFrom('identity_states')
  await (
    'grantId' in of
      ? query.where('grant_id', '=', of.grantId)
      : query.where('identity_id', 'in', eb =>
          eb
            .selectFrom('identities')
            .select(sql<string>`identities.id::text`.as('id'))
            .where('identities.email', '=', of.email),
        )
  ).execute()
}
