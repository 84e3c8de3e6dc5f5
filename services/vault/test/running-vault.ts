import { hash } from 'node:crypto'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { testVaultDatabase } from '@night-routine/database/testing'
import { createAccount, readUnrendered, type VaultDatabase } from '@night-routine/database/vault'
import { createLogger, loadConfig, type Clock } from '@night-routine/service'
import root, { type Test } from 'tap'
import { configSchema } from '../src/config.ts'
import { hashPassword, randomId } from '../src/credentials.ts'
import { longestNote } from '../src/rendering/notes.ts'
import { rendererVersion } from '../src/rendering/pieces.ts'
import { createRenderer } from '../src/rendering/renderer.ts'
import { buildService, type VaultDependencies } from '../src/service.ts'

export const secretKey = '11'.repeat(32)

/** What a body of an answer holds, whatever it is. */
export type Answer = Record<string, unknown>

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

export const alex = { email: 'alex@example.com', password: 'correct horse battery', name: 'Alex' }
export const robin = {
  email: 'robin@example.com',
  password: 'another horse battery',
  name: 'Robin',
}

// Real hashes that cost as little as they may: what a password costs is not the matter of most tests.
const quick = { memory: 8, passes: 1, parallelism: 1 }
const hashes = Promise.all(
  [alex, robin].map(async ({ password, ...account }) => ({
    ...account,
    passwordHash: await hashPassword(password, quick),
  })),
)

// One thread for all hosts of this process: to start one takes longer than most tests. It has time for any note,
// because a slow machine is no fault of the note.
const patientMs = 120_000
const renderer = createRenderer({
  logger: createLogger({ name: 'vault', level: 'silent' }),
  limitMs: patientMs,
})
root.teardown(() => renderer.close())
const shared = { ...renderer, close: async () => {} }

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
  folder?: string
  log?: (line: string) => void
}

/** The host in this process with two accounts, a separate database and a separate folder. */
export async function startVault(t: Test, options: VaultOptions = {}) {
  const { db, url: databaseUrl } = await testVaultDatabase(t)
  const folder = options.folder ?? temporaryFolder(t)
  const clock = options.clock ?? testClock()
  for (const account of await hashes)
    await createAccount(db, { id: randomId(), ...account }, clock.now())
  const config = loadConfig(configSchema, {
    DATABASE_URL: databaseUrl,
    SECRET_KEYS: secretKey,
    VAULT_FOLDER: folder,
    ...options.settings,
  })
  const logger = options.log
    ? createLogger({ name: 'vault', level: 'trace', destination: { write: options.log } })
    : createLogger({ name: 'vault', level: 'silent' })
  const { createFile, pageMs = patientMs } = options
  const service = await buildService({
    config,
    logger,
    clock,
    limits: { handlerTimeoutMs: 0, pressure: { maxEventLoopDelayMs: 0, sampleMs: 3_000 } },
    pageMs,
    ...(createFile && { createFile }),
    ...(!options.log && { renderer: options.renderer ?? shared }),
  })
  t.teardown(() => service.close())
  await service.listen({ port: 0, host: '127.0.0.1' })
  const { port } = service.server.address() as AddressInfo
  const url = `http://127.0.0.1:${port}`
  /** Waits until every note has been rendered, so that titles and the search know it. */
  const rendered = () => allRendered(db)
  return { ...client(url), db, databaseUrl, folder, clock, service, port, url, rendered }
}

async function allRendered(db: VaultDatabase): Promise<void> {
  const limits = { renderer: rendererVersion, longest: longestNote, after: '', count: 1 }
  // No one else has the database, so nothing new arrives meanwhile.
  for (let tries = 0; (await readUnrendered(db, limits)).length > 0; tries++) {
    if (tries > 2_000) throw new Error('a note was never rendered')
    await sleep(20)
  }
  await sleep(50)
}

/** The same, with a site of Alex, who is signed in. */
export async function startSite(t: Test, options: VaultOptions = {}) {
  const vault = await startVault(t, options)
  const token = await vault.signIn()
  const id = await vault.makeSite(token)
  return { ...vault, token, id }
}

export type RunningVault = Awaited<ReturnType<typeof startVault>>

/**
 * Asks, and for a minute asks again where the host has no time: on a machine that is busy with other tests,
 * that is an answer as good as any. A test that expects this answer calls `fetch`.
 */
async function ask(send: () => Promise<Response>): Promise<Response> {
  for (let attempt = 0; attempt < 300; attempt++) {
    const answer = await send()
    if (answer.status !== 503) return answer
    await sleep(200)
  }
  return send()
}

/** What a plain client of the contract does. */
export function client(url: string) {
  async function post(
    path: string,
    body: unknown,
  ): Promise<{ status: number; headers: Headers; body: Answer }> {
    const answer = await ask(() =>
      fetch(url + path, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: typeof body === 'string' ? body : JSON.stringify(body),
      }),
    )
    return { status: answer.status, headers: answer.headers, body: (await answer.json()) as Answer }
  }

  async function signIn(account = alex) {
    const { email, password } = account
    const { body } = await post('/user/signin', { email, password })
    if (typeof body['token'] !== 'string') throw new Error(JSON.stringify(body))
    return body['token']
  }

  async function makeSite(token: string, slug?: string) {
    const { body } = await post('/publish/create', { token })
    const id = String(body['id'])
    if (slug !== undefined) await post('/api/slug', { token, id, host: '', slug })
    return id
  }

  async function upload(
    token: string,
    id: string,
    path: string,
    content: string | Uint8Array<ArrayBuffer>,
    headers: Record<string, string> = {},
  ) {
    const answer = await ask(() =>
      fetch(`${url}/api/upload`, {
        method: 'POST',
        headers: {
          'content-type': 'application/octet-stream',
          'pub-token': token,
          'pub-id': id,
          'pub-path': encodeURIComponent(path),
          'pub-hash': hash('sha256', content),
          ...headers,
        },
        body: content,
      }),
    )
    return { status: answer.status, body: (await answer.json()) as Answer }
  }

  async function list(token: string, id: string) {
    const { body } = await post('/api/list', { token, id, version: 2 })
    return body['files'] as { path: string; hash: string; size: number }[]
  }

  return {
    post,
    signIn,
    makeSite,
    upload,
    list,
    get: (path: string, init?: RequestInit) => ask(() => fetch(url + path, init)),
  }
}
