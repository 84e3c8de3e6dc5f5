import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { requestJob, transaction } from '@night-routine/database'
import { readSettings, saveSettings } from '@night-routine/household'
import { chooseBackend, createProducer } from '@night-routine/jobs'
import { createLogger } from '@night-routine/service'
import { connectedHousehold, settled, workOf, type Household, type Test } from './household.ts'
import { startWorker } from './worker.ts'

const logger = createLogger({ name: 'test', level: 'silent' })

/** Receives a household's notifications; each requests a pull and wakes the worker, as ingest does. */
async function notifications(t: Test, { db, url }: Pick<Household, 'db' | 'url'>) {
  const producer = createProducer({
    backend: chooseBackend({ databaseUrl: url }),
    logger,
    wakeMs: 60_000,
  })
  let arrived = 0
  const server = createServer((request, response) => {
    if (request.headers['x-goog-resource-state'] === 'exists') arrived += 1
    void requestJob(db, 'pull', { signals: 1 })
      .then(() => producer.wake('pull', {}))
      .finally(() => response.end())
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  t.teardown(async () => {
    server.close()
    await producer.close()
  })
  const { port } = server.address() as AddressInfo
  return { address: `http://127.0.0.1:${port}/api/webhook/calendar`, arrived: () => arrived }
}

/** An unplanned household that gets notifications. */
export async function notifiedHousehold(t: Test, { nights = 6 }: { nights?: number } = {}) {
  const household = await connectedHousehold(t)
  const { db, environment } = household
  const { address, arrived } = await notifications(t, household)
  const settings = { ...(await readSettings(db)), lookAheadDays: nights }
  await transaction(db, trx => saveSettings(trx, settings))
  return { ...household, environment: { ...environment, WEBHOOK_URL: address }, arrived }
}

/** The same with its nights planned and pushed, and an idle worker. */
export async function livingHousehold(t: Test, options: { nights?: number } = {}) {
  const household = await notifiedHousehold(t, options)
  await requestJob(household.db, 'plan')
  const service = await startWorker(t, household)
  await quiet(household)
  return { ...household, service }
}

/** Waits until all work is done, including pulls caused by our own writes. */
export async function quiet({ db, control }: Pick<Household, 'db' | 'control'>): Promise<void> {
  for (let looks = 0; looks < 3;) {
    await settled(db)
    const before = (await workOf(db, 'pull'))?.requestNumber
    const pending = (await control.deliveries()).some(({ outcome }) => outcome === 'pending')
    await new Promise(resolve => setTimeout(resolve, 150))
    looks = !pending && before === (await workOf(db, 'pull'))?.requestNumber ? looks + 1 : 0
  }
}
