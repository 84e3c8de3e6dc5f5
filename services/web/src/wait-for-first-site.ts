import { readPublication, readSettings, readWork, type Database } from '@night-routine/database'
import { waitForWork } from './wait-for-work.ts'

/**
 * Waits until the site is there, for whoever has just switched publishing on, at most `patienceMs`.
 * Nobody waits for what is published already.
 */
export async function waitForFirstSite({
  db,
  patienceMs,
}: {
  db: Database
  patienceMs: number
}): Promise<void> {
  const [{ publish }, { publishedAt }] = await Promise.all([readSettings(db), readPublication(db)])
  if (!publish || publishedAt !== null) return
  const marker = (await readWork(db)).find(({ kind }) => kind === 'publish')
  if (marker === undefined) return
  const options = { readWork: () => readWork(db), timeoutMs: patienceMs }
  await waitForWork('publish', marker.requestNumber, options)
}
