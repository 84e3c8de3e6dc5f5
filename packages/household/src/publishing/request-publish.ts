import { requestJob, type Transaction } from '@night-routine/database'
import { readSettings } from '../settings/settings.ts'

/**
 * Requests an update of the published site, if the household publishes. The publisher rests between two runs,
 * so many changes in a row cause few publishes. Call it after requesting `push`.
 */
export async function requestPublish(trx: Transaction): Promise<void> {
  const { publish } = await readSettings(trx)
  if (publish) await requestJob(trx, 'publish', { signals: 1 })
}
