import {
  readPublication,
  readSettings,
  requestWork,
  savePublication,
  type Transaction,
} from '@night-routine/database'

/**
 * Asks for the published site to have this name in its address from now on; at the old one nothing is left.
 * Call it inside `householdTransaction`.
 * @returns whether it asked: only where something is published
 */
export async function askForNewAddress(
  trx: Transaction,
  { slug }: { slug: string },
): Promise<boolean> {
  const { publish } = await readSettings(trx)
  const { site } = await readPublication(trx)
  if (!publish || site === null) return false
  await savePublication(trx, { slug })
  await requestWork(trx, 'publish')
  return true
}
