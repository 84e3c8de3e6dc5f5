import { randomBytes } from 'node:crypto'
import { chown, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { binaries } from './binaries.ts'
import { makeDataFolder, removeDataFolder } from './data-folder.ts'
import { ServerError } from './errors.ts'
import { freePort } from './free-port.ts'
import { run } from './run.ts'
import { runUser } from './run-user.ts'
import type { RunUser } from './run-user.ts'

/** How a server is started. */
export interface PostgresOptions {
  /** False for tests: quicker, and not safe against power loss. */
  durable?: boolean
  /** Where it listens; a free port unless given. */
  port?: number
}

/** A running private PostgreSQL server. */
export interface PostgresServer {
  /** The address of the database `postgres`, for the superuser. */
  url: string
  stop(): Promise<void>
}

// Test data is deleted with its server, so nothing has to reach the disk.
// Its databases live for seconds, so vacuuming them is wasted.
const forgetful = [
  'fsync=off',
  'synchronous_commit=off',
  'full_page_writes=off',
  'wal_level=minimal',
  'max_wal_senders=0',
  'autovacuum=off',
]

async function initialise(bin: string, data: string, user: RunUser | undefined) {
  const password = randomBytes(18).toString('base64url')
  const folder = await mkdtemp(join(tmpdir(), 'night-routine-'))
  const file = join(folder, 'password')
  await writeFile(file, password, { mode: 0o600 })
  if (user) for (const path of [folder, file]) await chown(path, user.uid, user.gid)
  try {
    const args = ['-D', data, '-U', 'postgres', '-A', 'scram-sha-256', '--pwfile', file]
    const locale = [
      '-E',
      'UTF8',
      '--locale=C',
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
    ]
    // Iterations protect short passwords. This one is long and random, and every connection would pay for them.
    const iterations = ['-c', 'scram_iterations=1']
    await run(join(bin, 'initdb'), [...args, ...locale, ...iterations, '--no-sync'], {
      cwd: '/',
      ...user,
    })
    // The password is stored with the data, readable only by its owner.
    await writeFile(join(data, 'password'), password, { mode: 0o600 })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/**
 * Starts PostgreSQL 18 on 127.0.0.1, and creates its data folder the first time. As root it runs under a
 * separate user. Stops a server that an earlier, killed start left behind.
 *
 * @throws {ServerError} with the last lines of the server's output
 */
export async function startPostgres(
  folder: string,
  { durable = true, port: wanted }: PostgresOptions = {},
): Promise<PostgresServer> {
  const user = await runUser()
  const bin = await binaries(user)
  const data = await makeDataFolder(folder, user)
  // In a separate process group: a signal for ours must not end what starts or stops the server.
  const control = (...args: string[]) =>
    run(join(bin, 'pg_ctl'), ['-D', data, '-w', ...args], { cwd: '/', detached: true, ...user })
  const stop = async () => void (await control('stop', '-m', 'fast'))

  const complete = await stat(join(data, 'password')).catch(() => undefined)
  if (!complete) {
    // An interrupted initdb leaves an unusable folder.
    await removeDataFolder(folder)
    await initialise(bin, await makeDataFolder(folder, user), user)
  }
  if (
    await control('status').then(
      () => true,
      () => false,
    )
  )
    await stop()

  const port = wanted ?? (await freePort())
  const settings = [
    `port=${port}`,
    'listen_addresses=127.0.0.1',
    'unix_socket_directories=',
    'max_connections=200',
    ...(durable ? [] : forgetful),
  ]
  const options = settings.map(setting => `-c ${setting}`).join(' ')
  const log = join(data, 'server.log')
  await control('start', '-l', log, '-o', options).catch(async (error: Error) => {
    const printed = await readFile(log, 'utf8').catch(() => error.message)
    throw new ServerError(`PostgreSQL did not start: ${printed.slice(-1_000).trim()}`, {
      cause: error,
    })
  })
  const password = await readFile(join(data, 'password'), 'utf8')
  return { url: addressOf(port, password), stop }
}

/** The address of the server that runs from this folder; undefined when none does. */
export async function runningPostgres(folder: string): Promise<string | undefined> {
  try {
    const [pid, , , port] = (await readFile(join(folder, 'postmaster.pid'), 'utf8')).split('\n')
    process.kill(Number(pid), 0)
    return addressOf(Number(port), await readFile(join(folder, 'password'), 'utf8'))
  } catch {
    // No file of a running server, or one that a killed server left behind.
    return undefined
  }
}

function addressOf(port: number, password: string): string {
  return `postgres://postgres:${password}@127.0.0.1:${port}/postgres`
}

/** Removes a stopped server's data for good. */
export async function removePostgres(folder: string): Promise<void> {
  await removeDataFolder(folder)
}
