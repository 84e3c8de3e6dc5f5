import {
  householdTransaction,
  parseSecretKeys,
  transaction,
  type Database,
} from '@night-routine/database/connection'
import { readJobRequests, requestJob } from '@night-routine/database/jobs'
import { seedHousehold, type ParentId } from '@night-routine/database/nights'
import { readPublication } from '@night-routine/database/site'
import { addressAs } from '@night-routine/testing/database'
import { testDatabase } from '@night-routine/testing/database'
import {
  askForNewAddress,
  requestTakeDown,
  planHousehold,
  readHouseholdSettings,
  saveHouseholdSettings,
  setSitePassword,
  type HouseholdSettings,
} from '@night-routine/household'
import { chooseBackend, createProducer } from '@night-routine/jobs'
import { waitFor } from '@night-routine/servers'
import { createLogger, loadConfig } from '@night-routine/service'
import type { Test } from 'tap'
import { configSchema } from '../src/config.ts'
import { buildService } from '../src/service.ts'
import {
  email,
  password,
  secretKey,
  sharedHost,
  startProcess,
  type PublishHost,
} from './publish-host.ts'

export const evening = Temporal.Instant.from('2026-11-20T18:00:00Z')
export const tonight = Temporal.PlainDate.from('2026-11-20')
const logger = createLogger({ name: 'publisher', level: process.env['DEBUG_LEVEL'] ?? 'silent' })
const actor = { kind: 'person', email: 'alex@example.com' } as const

type Settings = Record<string, string>

/** A household with a plan that does not publish yet, and a publish host: the file's, unless it needs its own. */
export async function publishingHousehold(t: Test, { host: own }: { host?: PublishHost } = {}) {
  const host = own ?? (await sharedHost())
  const { db, url } = await testDatabase(t)
  await seedHousehold(db, {
    parentA: 'Alexandra',
    parentB: 'Robin',
    timeZone: 'Europe/Paris',
    lookAheadDays: 30,
  })
  await householdTransaction(db, trx => planHousehold(trx, { now: evening, actor }))
  const environment = {
    DATABASE_URL: addressAs('publisher', url),
    SECRET_KEYS: secretKey,
    VAULT_API_URL: host.proxy.url,
    VAULT_EMAIL: email,
    VAULT_PASSWORD: password,
    VAULT_SITE: 'our-nights',
    LOG_LEVEL: 'silent',
    SWEEP_SECONDS: '1',
    LEASE_SECONDS: '2',
    PUBLISH_REST_SECONDS: '0',
  }
  const producer = createProducer({ backend: chooseBackend(), logger })
  t.teardown(() => producer.close())
  return { ...host, db, environment, ...asPeople(db, () => producer.wake('publish', {})) }
}

/** A publisher in a separate process. */
export function forkPublisher(t: Test, environment: Settings) {
  return startProcess(t, import.meta.resolve('../src/service.ts'), environment)
}

/** A publisher in this process, on the evening of the tests. */
export async function startPublisher(
  t: Test,
  environment: Settings,
  {
    now = () => evening,
    sweepSeconds,
  }: { now?: () => Temporal.Instant; sweepSeconds?: number } = {},
) {
  const config = loadConfig(configSchema, environment)
  const service = await buildService({
    // Waiting longer would not help in these tests.
    patience: { firstWaitMs: 50 },
    config: sweepSeconds === undefined ? config : { ...config, SWEEP_SECONDS: sweepSeconds },
    logger,
    clock: { now },
  })
  t.teardown(() => service.close())
  await service.ready()
  return service
}

/** A household's changes, each with its wake-up. */
function asPeople(db: Database, wake: () => Promise<unknown>) {
  return {
    /** Changes settings as the settings page does. */
    change: async (
      wanted: Partial<Pick<HouseholdSettings, 'publish' | 'publishNames' | 'language'>>,
    ) => {
      await householdTransaction(db, async trx => {
        const settings = { ...(await readHouseholdSettings(trx)), ...wanted }
        await saveHouseholdSettings(trx, { settings, now: evening, actor })
      })
      await wake()
    },
    /** Gives planned nights to a parent, or opens them, and requests a publish, as a change does. */
    giveNights: async (nights: readonly Temporal.PlainDate[], parent: ParentId | null) => {
      await transaction(db, async trx => {
        await trx
          .updateTable('assignments')
          .set({ parent, ...(parent === null && { reason: null }) })
          .where('night', 'in', nights)
          .execute()
        await requestJob(trx, 'publish')
      })
      await wake()
    },
    /** Asks for the pages to be taken down. @returns whether there was something to ask for */
    takeDown: async () => {
      const asked = await householdTransaction(db, trx => requestTakeDown(trx, { now: evening }))
      await wake()
      return asked
    },
    /** Asks for another address. @returns whether there was a site to give it to */
    askForNewAddress: async (slug: string) => {
      const asked = await householdTransaction(db, trx => askForNewAddress(trx, { slug }))
      await wake()
      return asked
    },
    /** Sets the password of the site, or removes it. */
    setPassword: async (wanted: string | null) => {
      const keys = parseSecretKeys([secretKey])
      await householdTransaction(db, trx => setSitePassword(trx, { keys, password: wanted }))
      await wake()
    },
    /** Resolves when all requests so far are published. */
    published: () =>
      waitFor('published', async () => {
        const marker = await publishMarker(db)
        return marker !== undefined && marker.requestNumber === marker.doneNumber && marker
      }),
    /** The failure text that the settings page shows. */
    failed: () => waitFor('failed', async () => (await publishMarker(db))?.lastError),
  }
}

export async function publishMarker(db: Database) {
  return (await readJobRequests(db)).find(({ kind }) => kind === 'publish')
}

export { readPublication }
