import { readPublication, readJobRequests, type Database } from '@night-routine/database'
import { readSettings } from '@night-routine/household'
import { waitForWork } from './wait-for-work.ts'

/** Waits until the publisher has done the job request, at most `patienceMs`. */
export async function waitForSite({
  db,
  patienceMs,
  onlyFirst = false,
}: {
  db: Database
  patienceMs: number
  /** Wait only for the first publish. */
  onlyFirst?: boolean
}): Promise<void> {
  const [{ publish }, { publishedAt }] = await Promise.all([readSettings(db), readPublication(db)])
  if (!publish || (onlyFirst && publishedAt !== null)) return
  const marker = (await readJobRequests(db)).find(({ kind }) => kind === 'publish')
  if (marker === undefined) return
  const options = { readJobRequests: () => readJobRequests(db), timeoutMs: patienceMs }
  await waitForWork('publish', marker.requestNumber, options)
}
