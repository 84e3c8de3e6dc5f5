import { readSettings, requestWork, type Transaction } from '@night-routine/database'

/**
 * Asks for the published site to follow, where the household publishes. The publisher rests between two
 * runs, so that many changes in a row are few publishes. Call it after `push` was asked for.
 */
export async function requestPublish(trx: Transaction): Promise<void> {
  const { publish } = await readSettings(trx)
  if (publish) await requestWork(trx, 'publish', { signals: 1 })
}
