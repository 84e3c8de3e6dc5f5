import {
  readPublication,
  requestJob,
  savePublication,
  type Transaction,
} from '@night-routine/database'
import { readSettings } from '../settings/settings.ts'

/**
 * Requests the removal of the published site. Turning publishing off leaves the site online; this is the
 * second step. Does nothing while publishing is on, or when nothing is published. Call it inside
 * `householdTransaction`.
 * @returns whether it requested the removal
 */
export async function requestTakeDown(
  trx: Transaction,
  { now }: { now: Temporal.Instant },
): Promise<boolean> {
  const { publish } = await readSettings(trx)
  const { site } = await readPublication(trx)
  if (publish || site === null) return false
  await savePublication(trx, { removalRequestedAt: now })
  await requestJob(trx, 'publish')
  return true
}
