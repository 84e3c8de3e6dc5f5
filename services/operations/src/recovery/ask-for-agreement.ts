import { readChannels, requestJob, retireChannel, saveRestoration } from '@night-routine/database'
import { passingTables, quoted, readTables } from './catalog.ts'
import { requireOurs, requireQuiet } from './existing.ts'
import { inOneTransaction, type Session } from './session.ts'

/**
 * Requests the jobs that bring calendar and plan back in sync. Old channels are useless; the
 * calendar has what happened since.
 */
export async function askForAgreement(
  { trx }: Session,
  { takenAt, now }: { takenAt: Temporal.Instant; now: Temporal.Instant },
): Promise<void> {
  for (const { channelId } of await readChannels(trx)) await retireChannel(trx, channelId, now)
  await saveRestoration(trx, takenAt)
  for (const kind of ['channel', 'plan', 'pull', 'push'] as const) await requestJob(trx, kind)
  const publishes = await trx.selectFrom('settings').select('publish').executeTakeFirst()
  if (publishes?.publish === true) await requestJob(trx, 'publish')
}

/**
 * The same after PostgreSQL was restored by other means: also deletes what must not
 * become valid again.
 * @throws RecoveryError if the database is not ours, or a service is connected
 */
export async function noteRestored(
  url: string,
  when: { takenAt: Temporal.Instant; now: Temporal.Instant },
): Promise<void> {
  await inOneTransaction({ url, name: 'restore' }, async session => {
    const { client } = session
    await requireQuiet(client)
    await requireOurs(client)
    for (const { table } of await readTables(client))
      if (passingTables.has(table)) await client.query(`delete from ${quoted(client, table)}`)
    await askForAgreement(session, when)
  })
}
