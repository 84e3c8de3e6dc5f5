import {
  readPublication,
  readJobRequests,
  requestJob,
  transaction,
  type Database,
} from '@night-routine/database'
import { tonight, readSettings } from '@night-routine/household'

const hoursBetweenChecks = 1

/**
 * Requests a publish when the published pages show an older date as tonight, and once an hour in case
 * the host lost a file. Leaves a pending or failed job request alone.
 * @returns whether it made a job request
 */
export async function askWhenOld(db: Database, now: Temporal.Instant): Promise<boolean> {
  return transaction(db, async trx => {
    const settings = await readSettings(trx)
    if (!settings.publish) return false
    const { publishedOn, publishedAt } = await readPublication(trx)
    const marker = (await readJobRequests(trx)).find(({ kind }) => kind === 'publish')
    if (marker !== undefined && marker.requestNumber > marker.doneNumber) return false
    const isToday = publishedOn?.equals(tonight(settings, now)) === true
    const isFresh =
      publishedAt !== null && now.since(publishedAt).total('hours') < hoursBetweenChecks
    if (isToday && isFresh) return false
    await requestJob(trx, 'publish')
    return true
  })
}

/** Requests a publish at startup: the settings may have changed, or the host may be back. */
export async function askAtStart(db: Database): Promise<void> {
  const { publish } = await readSettings(db)
  const { removalRequestedAt } = await readPublication(db)
  if (publish || removalRequestedAt !== null) await requestJob(db, 'publish')
}
