import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { transaction } from '@night-routine/database/connection'
import { requestJob } from '@night-routine/database/jobs'
import { readSettings, saveSettings } from '@night-routine/household'
import { chooseBackend, createProducer } from '@night-routine/jobs'
import { createLogger } from '@night-routine/service'
import { connectedHousehold, settled, workOf, type Household, type Test } from './household.ts'
import { startWorker } from './worker.ts'

const logger = createLogger({ name: 'test', level: 'silent' })

/** Receives a household's notifications; each requests a pull, as in ingest, and then calls `wake`. */
async function notifications(
  t: Test,
  { db }: Pick<Household, 'db'>,
  wake: () => Promise<unknown>,
): Promise<string> {
  const server = createServer((_request, response) => {
    void requestJob(db, 'pull', { signals: 1 })
      .then(wake)
      .finally(() => response.end())
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  t.teardown(async () => void server.close())
  const { port } = server.address() as AddressInfo
  return `http://127.0.0.1:${port}/api/webhook/calendar`
}

/** Wakes the worker. */
function waker(t: Test) {
  const producer = createProducer({ backend: chooseBackend(), logger })
  t.teardown(() => producer.close())
  return () => producer.wake('pull', {})
}

/** A household that gets notifications, with six nights planned and pushed, and an idle worker. */
export async function livingHousehold(t: Test, { hasQueue = false } = {}) {
  const connected = await connectedHousehold(t)
  const { db } = connected
  const wake = hasQueue ? waker(t) : async () => undefined
  const environment = {
    ...connected.environment,
    WEBHOOK_URL: await notifications(t, connected, wake),
  }
  const household = { ...connected, environment }
  const settings = { ...(await readSettings(db)), lookAheadDays: 6 }
  await transaction(db, trx => saveSettings(trx, settings))
  await requestJob(db, 'plan')
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
