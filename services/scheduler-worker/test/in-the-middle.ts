import { requestJob } from '@night-routine/database/jobs'
import { waitFor } from '@night-routine/servers'
import type { TAP } from 'tap'
import {
  connectedHousehold,
  recordNights,
  settled,
  visibleNights,
  type Household,
  type Test,
} from './household.ts'
import { forkWorker } from './worker.ts'

// A worker in a separate process reads the machine's clock.
export const tomorrow = Temporal.Now.plainDateISO('Europe/Paris').add({ days: 1 })

/** A household and a worker process in the middle of its initial push. */
export async function inTheMiddle(t: Test, nights: number) {
  const household = await connectedHousehold(t)
  const { db, control } = household
  await recordNights(db, tomorrow, nights)
  await requestJob(db, 'push')
  const worker = await forkWorker(t, household)
  await waitFor('three events', async () => (await control.events('family')).length >= 3)
  return { household, worker }
}

/** Waits until all work is done; then each night has one event. */
export async function complete(
  t: Pick<TAP, 'equal'>,
  { db, control }: Household,
  nights: number,
): Promise<void> {
  await settled(db)
  const seen = visibleNights(await control.events('family'))
  t.equal(seen.length, nights, 'nothing is missing')
  t.equal(new Set(seen).size, nights, 'nothing is doubled')
}
