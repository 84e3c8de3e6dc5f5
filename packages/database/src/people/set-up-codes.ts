import type { Queryable } from '../connection/connect.ts'

/** Keeps the digest of a new set-up code, and deletes those that have expired. */
export async function saveSetUpCode(
  q: Queryable,
  { codeHash, now, endsAt }: { codeHash: string; now: Temporal.Instant; endsAt: Temporal.Instant },
) {
  await q.deleteFrom('set_up_codes').where('ends_at', '<=', now).execute()
  await q.insertInto('set_up_codes').values({ code_hash: codeHash, ends_at: endsAt }).execute()
}

/** Whether this is the digest of a set-up code that works. */
export async function isSetUpCodeHash(q: Queryable, codeHash: string, now: Temporal.Instant) {
  const found = await q
    .selectFrom('set_up_codes')
    .select('code_hash')
    .where('code_hash', '=', codeHash)
    .where('ends_at', '>', now)
    .executeTakeFirst()
  return found !== undefined
}
