import type { Queryable, Transaction } from '../connection/connect.ts'

/** Days after the last sign-in from there. */
const networkDays = 180

/** Whether this person has signed in from there before. One query also for no one: time tells nothing. */
export async function isKnownNetwork(q: Queryable, email: string | undefined, networkHash: string) {
  const found = await q
    .selectFrom('account_networks')
    .select('email')
    .where('email', '=', email ?? '')
    .where('network_hash', '=', networkHash)
    .executeTakeFirst()
  return found !== undefined
}

/**
 * Notes that a person signs in from there.
 * @returns whether it is new: they have signed in from others before, and never from this one
 */
export async function noteNetwork(
  trx: Transaction,
  { email, networkHash, now }: { email: string; networkHash: string; now: Temporal.Instant },
): Promise<boolean> {
  const others = await trx
    .selectFrom('account_networks')
    .select('network_hash as networkHash')
    .where('email', '=', email)
    .execute()
  await trx
    .insertInto('account_networks')
    .values({ email, network_hash: networkHash, last_at: now })
    .onConflict(conflict =>
      conflict.columns(['email', 'network_hash']).doUpdateSet({ last_at: now }),
    )
    .execute()
  return others.length > 0 && others.every(other => other.networkHash !== networkHash)
}

/** Deletes the networks that no one has signed in from for long. */
export async function deleteOldNetworks(q: Queryable, now: Temporal.Instant) {
  const before = now.subtract({ hours: networkDays * 24 })
  await q.deleteFrom('account_networks').where('last_at', '<', before).execute()
}
