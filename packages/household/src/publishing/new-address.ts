import {
  readPublication,
  requestJob,
  savePublication,
  type Transaction,
} from '@night-routine/database'
import { readSettings } from '../settings/settings.ts'

/**
 * Requests a new name in the address of the published site; the old address stops working. Call it inside
 * `householdTransaction`.
 * @returns whether there was a published site
 */
export async function askForNewAddress(
  trx: Transaction,
  { slug }: { slug: string },
): Promise<boolean> {
  const { publish } = await readSettings(trx)
  const { site } = await readPublication(trx)
  if (!publish || site === null) return false
  await savePublication(trx, { slug })
  await requestJob(trx, 'publish')
  return true
}
