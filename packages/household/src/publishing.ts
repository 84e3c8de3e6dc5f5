import type { TokenKeys, Transaction } from '@night-routine/database/connection'
import { requestJob } from '@night-routine/database/jobs'
import {
  readPublication,
  savePublication,
  savePublishedPassword,
} from '@night-routine/database/site'
import { readSettings, type Settings } from './settings/settings.ts'

/**
 * Requests an update of the published site, if the household publishes. The publisher rests between two runs,
 * so many changes in a row cause few publishes. Call it after requesting `push`.
 */
export async function requestPublish(trx: Transaction, { publish }: Pick<Settings, 'publish'>) {
  if (publish) await requestJob(trx, 'publish', { signals: 1 })
}

/**
 * Requests a new name in the address of the published site; the old address stops working. Call it inside
 * `householdTransaction`.
 * @returns whether there was a published site
 */
export async function askForNewAddress(trx: Transaction, { slug }: { slug: string }) {
  const { publish } = await readSettings(trx)
  const { site } = await readPublication(trx)
  if (!publish || site === null) return false
  await savePublication(trx, { slug })
  await requestJob(trx, 'publish')
  return true
}

/** The shortest and the longest password of the published site. */
export const sitePasswordLengths = { shortest: 8, longest: 200 }

/**
 * Sets the password of the published site; null removes it. It can be set before the first publish, so that
 * the site is never public. Call it inside `householdTransaction`.
 * @returns false while publishing is off but pages are still online, because those are no longer updated
 */
export async function setSitePassword(
  trx: Transaction,
  { keys, password }: { keys: TokenKeys; password: string | null },
): Promise<boolean> {
  const { publish } = await readSettings(trx)
  const { site } = await readPublication(trx)
  if (!publish && site !== null) return false
  await savePublishedPassword(trx, keys, password)
  if (publish) await requestJob(trx, 'publish')
  return true
}

/**
 * Requests the removal of the published site. Turning publishing off leaves the site online; this is the
 * second step. Does nothing while publishing is on, or when nothing is published. Call it inside
 * `householdTransaction`.
 * @returns whether it requested the removal
 */
export async function requestTakeDown(trx: Transaction, { now }: { now: Temporal.Instant }) {
  const { publish } = await readSettings(trx)
  const { site } = await readPublication(trx)
  if (publish || site === null) return false
  await savePublication(trx, { removalRequestedAt: now })
  await requestJob(trx, 'publish')
  return true
}
