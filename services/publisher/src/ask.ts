import {
  readPublication,
  readSettings,
  readWork,
  requestWork,
  transaction,
  type Database,
} from '@night-routine/database'
import { tonight } from '@night-routine/household'

const hoursBetweenLooks = 1

/**
 * Asks for a publish when the published pages call another night tonight, also where nobody planned, and
 * once an hour: the host may have lost a file meanwhile. What is asked for already, or waits after a failure,
 * is left alone.
 * @returns whether it asked
 */
export async function askWhenOld(db: Database, now: Temporal.Instant): Promise<boolean> {
  return transaction(db, async trx => {
    const settings = await readSettings(trx)
    if (!settings.publish) return false
    const { publishedOn, publishedAt } = await readPublication(trx)
    const marker = (await readWork(trx)).find(({ kind }) => kind === 'publish')
    if (marker !== undefined && marker.requestNumber > marker.doneNumber) return false
    const isToday = publishedOn?.equals(tonight(settings, now)) === true
    const isFresh =
      publishedAt !== null && now.since(publishedAt).total('hours') < hoursBetweenLooks
    if (isToday && isFresh) return false
    await requestWork(trx, 'publish')
    return true
  })
}

/** Asks for a publish when the service starts: its settings may be others now, or the host is back. */
export async function askAtStart(db: Database): Promise<void> {
  const { publish } = await readSettings(db)
  const { removalAskedAt } = await readPublication(db)
  if (publish || removalAskedAt !== null) await requestWork(db, 'publish')
}
