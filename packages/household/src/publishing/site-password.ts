import {
  readPublication,
  readSettings,
  requestWork,
  savePublishedPassword,
  type TokenKeys,
  type Transaction,
} from '@night-routine/database'

/** The shortest and the longest password of the published site. */
export const sitePasswordLengths = { shortest: 8, longest: 200 }

/**
 * Has readers of the published site asked for this password from now on; null: no more. Also before anything is
 * published, so that nothing ever is without it. Call it inside `householdTransaction`.
 * @returns whether it is so: not while publishing is off and pages are still there, which nobody changes any more
 */
export async function setSitePassword(
  trx: Transaction,
  { keys, password }: { keys: TokenKeys; password: string | null },
): Promise<boolean> {
  const { publish } = await readSettings(trx)
  const { site } = await readPublication(trx)
  if (!publish && site !== null) return false
  await savePublishedPassword(trx, keys, password)
  if (publish) await requestWork(trx, 'publish')
  return true
}
