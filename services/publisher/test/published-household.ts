import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import {
  householdTransaction,
  readPublication,
  readWork,
  requestWork,
  saveNights,
  seedHousehold,
  transaction,
  type Caregiver,
  type Database,
} from '@night-routine/database'
import { testDatabase, testVaultDatabase } from '@night-routine/database/testing'
import {
  planHousehold,
  readHouseholdSettings,
  saveHouseholdSettings,
} from '@night-routine/household'
import { createLogger, loadConfig } from '@night-routine/service'
import type { Test } from 'tap'
import { configSchema } from '../src/config.ts'
import { buildService } from '../src/service.ts'
import { waitFor } from './wait-for.ts'
import { watchedProxy } from './watched-proxy.ts'

export const evening = Temporal.Instant.from('2026-11-20T18:00:00Z')
export const tonight = Temporal.PlainDate.from('2026-11-20')
export const email = 'nights@example.org'
const password = 'a password for tests'
const secretKey = '11'.repeat(32)
const author = { kind: 'person', actor: 'alex@example.com' } as const

type Settings = Record<string, string>

/** A household with a plan that does not publish yet, and a publish host of its own. */
export async function publishingHousehold(t: Test, hostSettings: Settings = {}) {
  const [{ db, url }, { db: vaultDb, url: vaultUrl }] = await Promise.all([
    testDatabase(t),
    testVaultDatabase(t),
  ])
  await seedHousehold(db, {
    parentA: 'Alexandra',
    parentB: 'Robin',
    timeZone: 'Europe/Paris',
    lookAheadDays: 30,
  })
  await householdTransaction(db, trx => planHousehold(trx, { now: evening, author }))
  const folder = mkdtempSync(join(tmpdir(), 'publisher-test-'))
  t.teardown(() => rmSync(folder, { recursive: true, force: true }))
  const proxy = await watchedProxy(t)
  const hostEnvironment = {
    DATABASE_URL: vaultUrl,
    SECRET_KEYS: secretKey,
    LOG_LEVEL: 'error',
    VAULT_FOLDER: folder,
    VAULT_SITE_HOST: proxy.host,
    VAULT_FIRST_EMAIL: email,
    VAULT_FIRST_PASSWORD: password,
    ...hostSettings,
  }
  const startHost = async () => {
    const host = await startProcess(t, import.meta.resolve('@night-routine/vault'), hostEnvironment)
    proxy.to(host.port)
    await waitFor('the host is ready', async () => (await fetch(`${host.url}/readyz`)).ok)
    return host
  }
  const environment = {
    DATABASE_URL: url,
    VAULT_API_URL: proxy.url,
    VAULT_EMAIL: email,
    VAULT_PASSWORD: password,
    VAULT_SITE: 'our-nights',
    LOG_LEVEL: 'silent',
    SWEEP_SECONDS: '1',
    LEASE_SECONDS: '2',
    PUBLISH_REST_SECONDS: '0',
  }
  const host = await startHost()
  return { db, vaultDb, proxy, host, startHost, environment, folder }
}

/** A service in a process of its own, that is ready to be asked; killed at the test's end. */
async function startProcess(t: Test, door: string, env: Settings) {
  const child = fork(fileURLToPath(new URL('main.ts', door)), {
    execArgv: ['--conditions=night-routine'],
    env,
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const kill = () => killed(child)
  t.teardown(kill)
  const [ready] = (await once(child, 'message')) as [{ port: number }]
  return { kill, port: ready.port, url: `http://127.0.0.1:${ready.port}` }
}

async function killed(child: ChildProcess) {
  if (child.exitCode !== null || child.signalCode !== null) return
  child.kill('SIGKILL')
  await once(child, 'exit')
}

/** A publisher in a process of its own. */
export function forkPublisher(t: Test, environment: Settings) {
  return startProcess(t, import.meta.resolve('../src/service.ts'), environment)
}

/** A publisher in this process, on the evening of the tests. */
export async function startPublisher(t: Test, environment: Settings, now = () => evening) {
  const service = await buildService({
    config: loadConfig(configSchema, environment),
    logger: createLogger({ name: 'publisher', level: process.env['DEBUG_LEVEL'] ?? 'silent' }),
    clock: { now },
  })
  t.teardown(() => service.close())
  await service.ready()
  return service
}

/** Changes settings as the settings page does. */
export async function change(
  db: Database,
  wanted: { publish?: boolean; publishNames?: 'names' | 'initials' },
) {
  await householdTransaction(db, async trx => {
    const settings = { ...(await readHouseholdSettings(trx)), ...wanted }
    await saveHouseholdSettings(trx, { settings, now: evening, author })
  })
}

/** Gives a planned night to somebody, and asks for a publish as a change does. */
export async function giveNight(db: Database, night: Temporal.PlainDate, caregiver: Caregiver) {
  await transaction(db, async trx => {
    await trx
      .updateTable('assignments')
      .set({ parent: caregiver === 'babysitter' ? null : caregiver })
      .where('night', '=', night.toString())
      .execute()
    await requestWork(trx, 'publish')
  })
}

/** Puts a night on record that is long past. */
export async function recordNight(db: Database, night: Temporal.PlainDate) {
  const explanation = {
    reason: 'Alternating' as const,
    totals: { a: 1, b: 1 },
    last30: { a: 1, b: 1 },
    streak: { parent: 'b' as const, nights: 1 },
    away: [],
    absence: null,
  }
  const planned = { night, caregiver: 'a' as const, reason: 'Alternating' as const, explanation }
  await transaction(db, trx => saveNights(trx, [planned], night))
}

export async function publishMarker(db: Database) {
  return (await readWork(db)).find(({ kind }) => kind === 'publish')
}

/** Resolves when everything asked for so far is published. */
export function published(db: Database) {
  return waitFor('published', async () => {
    const marker = await publishMarker(db)
    return marker !== undefined && marker.requestNumber === marker.doneNumber && marker
  })
}

/** The words of the failure that the settings page would show. */
export function failed(db: Database) {
  return waitFor('failed', async () => (await publishMarker(db))?.lastError)
}

/** The contents on the host's disk, by their names, and what lies about beside them. */
export function filesOnDisk(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile())
    .map(entry => entry.name)
    .toSorted()
}

export { readPublication }
