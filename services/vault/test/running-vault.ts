import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { hashPassword } from '@night-routine/credentials'
import { addressAs, testVaultDatabase } from '@night-routine/testing/database'
import { createAccount, readUnrendered, type VaultDatabase } from '@night-routine/database/vault'
import { createLogger, loadConfig, type Clock } from '@night-routine/service'
import root, { type Test } from 'tap'
import { configSchema } from '../src/config.ts'
import { randomId } from '../src/credentials.ts'
import { longestNote } from '../src/rendering/notes.ts'
import { rendererVersion } from '../src/rendering/pieces.ts'
import { createRenderer } from '../src/rendering/renderer.ts'
import { buildService, type VaultDependencies } from '../src/service.ts'
import { alex, client, robin } from './plain-client.ts'

export { alex, client, robin, type Answer } from './plain-client.ts'

export const secretKey = '11'.repeat(32)

/** A clock that a test moves. */
export function testClock(start = '2026-11-20T12:00:00Z') {
  let now = Temporal.Instant.from(start)
  const clock: Clock = { now: () => now }
  return {
    ...clock,
    advance: (seconds: number) => {
      now = now.add({ seconds })
    },
  }
}

/** A real hash at the lowest cost, because most tests are not about the cost of passwords. */
export const quickHash = (password: string) =>
  hashPassword(password, { memory: 8, passes: 1, parallelism: 1 })

const hashes = Promise.all(
  [alex, robin].map(async ({ password, ...account }) => ({
    ...account,
    passwordHash: await quickHash(password),
  })),
)

// All hosts of this process share a rendering thread, because starting one takes longer than most tests. It may take
// long over a note, because the machine may be busy.
const patientMs = 120_000
const renderer = createRenderer({
  logger: createLogger({ name: 'vault', level: 'silent' }),
  limitMs: patientMs,
})
root.teardown(() => renderer.close())
export const sharedRenderer = { ...renderer, close: async () => {} }

export function temporaryFolder(t: Test): string {
  const folder = mkdtempSync(join(tmpdir(), 'vault-test-'))
  t.teardown(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** Every file below a folder, by its name. */
export function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile())
    .map(entry => entry.name)
    .toSorted()
}

export interface VaultOptions extends Partial<
  Pick<VaultDependencies, 'createFile' | 'renderer' | 'pageMs'>
> {
  settings?: Record<string, string>
  clock?: Clock
  log?: (line: string) => void
  /** Whether the test breaks the database, so that no other test may have it. */
  breaks?: boolean
}

/** A host in this process with two accounts, whose database and folder no other test uses meanwhile. */
export async function startVault(t: Test, { clock = testClock(), ...own }: VaultOptions = {}) {
  const isUsual = Object.keys(own).length === 0
  const host = isUsual ? await borrowHost(t, clock) : await openHost(t, clock, own)
  const { db, url } = host
  for (const account of await hashes)
    await createAccount(db, { id: randomId(), ...account }, clock.now())
  /** Waits until every note has been rendered, so that titles and the search know it. */
  const rendered = () => allRendered(db)
  return { ...host, ...client(url), clock, rendered }
}

interface PooledHost {
  host: Awaited<ReturnType<typeof openHost>>
  clock: Clock
}

// Databases and hosts cost more than most tests, so the next test gets those of the previous one, emptied.
const idleDatabases: Awaited<ReturnType<typeof testVaultDatabase>>[] = []
const idleHosts: PooledHost[] = []

async function borrowHost(t: Test, clock: Clock) {
  const pooled = idleHosts.pop() ?? (await openPooledHost(clock))
  pooled.clock = clock
  t.teardown(async () => {
    await emptyDatabase(pooled.host.db)
    for (const part of ['files', 'incoming'])
      for (const name of readdirSync(join(pooled.host.folder, part)))
        rmSync(join(pooled.host.folder, part, name), { recursive: true })
    idleHosts.push(pooled)
  })
  return pooled.host
}

async function openPooledHost(clock: Clock): Promise<PooledHost> {
  const pooled = { clock }
  const host = await openHost(root, { now: () => pooled.clock.now() }, {})
  return Object.assign(pooled, { host })
}

async function borrowDatabase(t: Test) {
  const database = idleDatabases.pop() ?? (await testVaultDatabase(root))
  t.teardown(async () => {
    await emptyDatabase(database.db)
    idleDatabases.push(database)
  })
  return database
}

async function emptyDatabase(db: VaultDatabase): Promise<void> {
  for (const table of ['accounts', 'sign_in_attempts', 'notes'] as const)
    await db.deleteFrom(`vault.${table}`).execute()
}

async function openHost(
  t: Test,
  clock: Clock,
  { settings, log, createFile, pageMs = patientMs, breaks = false, ...given }: VaultOptions,
) {
  const { db, url: databaseUrl } = await (breaks ? testVaultDatabase(t) : borrowDatabase(t))
  const folder = temporaryFolder(t)
  const config = loadConfig(configSchema, {
    DATABASE_URL: addressAs('vault', databaseUrl),
    SECRET_KEYS: secretKey,
    VAULT_FOLDER: folder,
    ...settings,
  })
  const logger = log
    ? createLogger({ name: 'vault', level: 'trace', destination: { write: log } })
    : createLogger({ name: 'vault', level: 'silent' })
  const service = await buildService({
    config,
    logger,
    clock,
    limits: { handlerTimeoutMs: 0, pressure: { maxEventLoopDelayMs: 0, sampleMs: 3_000 } },
    pageMs,
    ...(createFile && { createFile }),
    ...(!log && { renderer: given.renderer ?? sharedRenderer }),
  })
  t.teardown(() => service.close())
  await service.listen({ port: 0, host: '127.0.0.1' })
  const { port } = service.server.address() as AddressInfo
  return { db, databaseUrl, folder, service, port, url: `http://127.0.0.1:${port}` }
}

async function allRendered(db: VaultDatabase): Promise<void> {
  const limits = { renderer: rendererVersion, longest: longestNote, after: '', count: 1 }
  // No one else has the database, so nothing new arrives meanwhile.
  for (let tries = 0; (await readUnrendered(db, limits)).length > 0; tries++) {
    if (tries > 2_000) throw new Error('a note was never rendered')
    await sleep(20)
  }
  // The host makes the pages again a moment later: here they are made again at once.
  await db
    .updateTable('vault.sites')
    .set(eb => ({ revision: eb('revision', '+', 1n) }))
    .execute()
}

/** The same, with a site of Alex, who is signed in. */
export async function startSite(t: Test, options: VaultOptions = {}) {
  const vault = await startVault(t, options)
  const token = await vault.signIn()
  const id = await vault.makeSite(token)
  return { ...vault, token, id }
}

export type RunningVault = Awaited<ReturnType<typeof startVault>>
