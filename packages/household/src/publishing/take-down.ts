import {
  readPublication,
  readSettings,
  requestWork,
  savePublication,
  type Transaction,
} from '@night-routine/database'

/**
 * Asks for what is published to be taken away. Switching publishing off leaves it there; this is the
 * second step, for whoever wants it gone. While publishing is on, or where nothing is published, there
 * is nothing to do. Call it inside `householdTransaction`.
 * @returns whether it asked
 */
export async function askToTakeDown(
  trx: Transaction,
  { now }: { now: Temporal.Instant },
): Promise<boolean> {
  const { publish } = await readSettings(trx)
  const { site } = await readPublication(trx)
  if (publish || site === null) return false
  await savePublication(trx, { removalAskedAt: now })
  await requestWork(trx, 'publish')
  return true
}
