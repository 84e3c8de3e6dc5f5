import {
  readPublication,
  requestJob,
  savePublishedPassword,
  type TokenKeys,
  type Transaction,
} from '@night-routine/database'
import { readSettings } from '../settings/settings.ts'

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
