import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import {
  chmod,
  chown,
  mkdir,
  mkdtempDisposable,
  readdir,
  readlink,
  rename,
  rm,
  writeFile,
} from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { codeOf, connect, readServerFacts } from '@night-routine/database/connection'
import type { Logger } from '@night-routine/service'
import { ownUser, type Owner } from './ownership.ts'
import { isDamage, isOutOfSpace, NotStarted, Problem, volumeIsFull } from './problem.ts'
import { whyNotWritten } from './volume.ts'

/** How PostgreSQL is run. */
export interface PostgresqlOptions {
  /** The folder of its data, which may not exist yet. */
  folder: string
  /** The folder with `initdb` and `postgres`. */
  programs: string
  logger: Logger
  /** The user it runs as; this process's unless given. */
  user?: Owner | undefined
}

/** For one family on a small machine; what is not here is as PostgreSQL has it. */
const settings = [
  'listen_addresses=',
  'unix_socket_permissions=0700',
  // The pools of all services have 52; a command beside them needs another one.
  'max_connections=64',
  'shared_buffers=16MB',
  'work_mem=2MB',
  'maintenance_work_mem=16MB',
  'min_wal_size=32MB',
  'max_wal_size=128MB',
  // No replication, and so less to write.
  'wal_level=minimal',
  'max_wal_senders=0',
  // Each process takes some megabytes.
  'io_method=sync',
  'autovacuum_max_workers=1',
  'max_worker_processes=1',
  'max_parallel_workers=0',
  'max_logical_replication_workers=0',
  'jit=off',
  // Statements that fail are the services' to report, and may hold what people wrote.
  'log_min_messages=log',
  'log_min_error_statement=panic',
  'log_line_prefix=',
]

const restMs = 1_000
const secondsToStart = 300

/**
 * Starts PostgreSQL on a socket, and again whenever it ends before `stop`; the caller has the folder (`takeVolume`).
 * @returns the address for its administrator, and what stops it @throws Problem
 */
export async function startPostgresql(options: PostgresqlOptions) {
  const { folder, programs, logger } = options
  await endLeftovers(options)
  await makeCluster(options)
  // PostgreSQL refuses a folder that others may enter.
  await chmod(folder, 0o700).catch(() => undefined)
  const sockets = await temporaryFolder(options)

  const url = `postgres://postgres@localhost/postgres?host=${encodeURIComponent(sockets.path)}`
  let stopping = false
  let server = launch()

  function launch(): ChildProcess {
    const args = [...settings, `unix_socket_directories=${sockets.path}`].map(one => `--${one}`)
    // In a separate process group: Ctrl-C must not end it before the services.
    const started = run(options, 'postgres', ['-D', folder, ...args])
    started.once('exit', (code, signal) => {
      if (stopping) return
      logger.error({ exitCode: code, signal }, 'PostgreSQL ended; starting it again')
      setTimeout(() => {
        if (!stopping) server = launch()
      }, restMs)
    })
    return started
  }

  const stop = async () => {
    stopping = true
    if (isRunning(server)) {
      const ended = once(server, 'exit')
      // A fast shutdown.
      server.kill('SIGINT')
      await ended
    }
    await sockets.remove()
  }
  try {
    await reach(url, () => server, options)
  } catch (error) {
    await stop()
    throw error
  }
  logger.debug({ programs }, 'PostgreSQL is ready')
  return { url, stop }
}

/** An empty folder for the user of PostgreSQL. */
async function temporaryFolder({ user }: PostgresqlOptions) {
  const folder = await mkdtempDisposable(join(tmpdir(), 'night-routine-')).catch(whyNotTemporary)
  if (user) await chown(folder.path, user.uid, user.gid)
  return folder
}

/** @throws Problem, always */
function whyNotTemporary(error: unknown): never {
  if (isOutOfSpace(error))
    throw new Problem(`${tmpdir()} is full. Make room on it.`, { cause: error })
  throw new Problem(
    `${tmpdir()} cannot be written. With --read-only, the container also needs --tmpfs /tmp (in a Compose file: ` +
      'tmpfs: [/tmp]).',
    { cause: error },
  )
}

const lastLines = new WeakMap<ChildProcess, string[]>()

/** Runs a program of PostgreSQL, whose lines become lines of our log. */
function run(
  { programs, logger, user }: PostgresqlOptions,
  name: string,
  args: string[],
  env: Record<string, string> = {},
) {
  const child = spawn(join(programs, name), args, {
    cwd: '/',
    env: { TZ: 'UTC', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
    ...user,
  })
  const lines: string[] = []
  lastLines.set(child, lines)
  for (const stream of [child.stdout, child.stderr])
    createInterface({ input: stream }).on('line', line => {
      lines.push(line)
      if (lines.length > 20) lines.shift()
      // It is asked before it answers.
      const level = /^(FATAL(?!: +the database system is )|PANIC)/.test(line) ? 'error' : 'debug'
      logger[level](line)
    })
  // A program that cannot be run has no exit.
  child.once('error', error => {
    lines.push(error.message)
    child.emit('exit', null, null)
  })
  return child
}

function isRunning({ pid, exitCode, signalCode }: ChildProcess): boolean {
  return pid !== undefined && exitCode === null && signalCode === null
}

/** Makes the data folder the first time. One that was interrupted is made again. */
async function makeCluster(options: PostgresqlOptions): Promise<void> {
  const { folder, user } = options
  const found: string[] = await readdir(folder).catch((error: unknown) => {
    if (codeOf(error) === 'ENOENT') return []
    throw whyNotWritten(folder, error, user)
  })
  if (found.includes('PG_VERSION')) return
  if (found.length > 0) throw new NotStarted(`${folder} has no file PG_VERSION.`)
  const unfinished = `${folder}.new`
  await rm(unfinished, { recursive: true, force: true })
  await mkdir(unfinished, { recursive: true, mode: 0o700 })
  if (user) await chown(unfinished, user.uid, user.gid)
  const locale = ['--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8']
  // Only this user reaches the socket.
  const access = ['--auth-local=trust', '--auth-host=reject', '--username=postgres']
  const args = ['--pgdata', unfinished, '--encoding=UTF8', ...locale, ...access]
  await using named = await temporaryFolder(options)
  const program = run(options, 'initdb', args, await nameUser(named.path, options))
  const [code]: unknown[] = await once(program, 'exit')
  if (code !== 0) throw whyEnded(program, options)
  await rename(unfinished, folder)
}

/** Gives initdb, which asks for it, the name of any user, by nss_wrapper(1). @returns the environment of initdb */
async function nameUser(folder: string, { user }: PostgresqlOptions) {
  const { uid, gid } = user ?? ownUser()
  const users = join(folder, 'passwd')
  await writeFile(users, `postgres:x:${uid}:${gid}::/:\n`)
  return {
    LD_PRELOAD: 'libnss_wrapper.so',
    NSS_WRAPPER_PASSWD: users,
    NSS_WRAPPER_GROUP: '/etc/group',
  }
}

/** Waits until the server answers. @throws Problem if it ended before */
async function reach(url: string, current: () => ChildProcess, options: PostgresqlOptions) {
  const first = current()
  const until = performance.now() + secondsToStart * 1_000
  await using db = connect({ url, applicationName: 'home', maxConnections: 1 })
  while (true) {
    // Without space or rights it may run, but let no one in.
    const text = printed(first)
    if (!isRunning(first) || isOutOfSpace(text) || lacksRights(text)) throw whyEnded(first, options)
    try {
      await readServerFacts(db)
      return
    } catch (error) {
      if (isDamage(error)) throw error
      if (performance.now() > until)
        throw new Problem(`PostgreSQL was not ready within ${secondsToStart} s.`, { cause: error })
    }
    await sleep(50)
  }
}

function whyEnded(program: ChildProcess, { folder, user }: PostgresqlOptions): Problem {
  const text = printed(program)
  if (isOutOfSpace(text)) return new Problem(volumeIsFull)
  const versions = /initialized by PostgreSQL version (\S+), which is .* this version (\d+\.\d+)/
  const [, made, present] = versions.exec(text) ?? []
  if (made !== undefined)
    return new Problem(
      `The volume has data of PostgreSQL ${made}, and this version of Night Routine has PostgreSQL ${present}. ` +
        'Go back to the version before, make a backup, and restore it into an empty volume.',
    )
  if (lacksRights(text)) return whyNotWritten(folder, new Error(text), user)
  // Before its last words come those of an ordinary start.
  const [last] = /^(?:FATAL|PANIC|postgres|initdb): .*$/m.exec(text) ?? [text.slice(-1_000)]
  return new NotStarted(`PostgreSQL does not start: ${last.trim()}`)
}

const lacksRights = (text: string) => /wrong ownership|permission denied/i.test(text)

const printed = (program: ChildProcess): string => (lastLines.get(program) ?? []).join('\n')

/** Ends what a killed process left here, and its lock file, whose number may be that of another process by now. */
async function endLeftovers({ folder, user }: PostgresqlOptions): Promise<void> {
  for (let signal: NodeJS.Signals = 'SIGINT'; ; signal = 'SIGKILL') {
    const left = await processesIn(folder)
    if (left.length === 0) break
    for (const pid of left) kill(pid, signal)
    await sleep(restMs)
  }
  await rm(join(folder, 'postmaster.pid'), { force: true }).catch((error: unknown) => {
    throw whyNotWritten(folder, error, user)
  })
}

/** All processes of PostgreSQL work in its folder. */
async function processesIn(folder: string): Promise<number[]> {
  const pids = (await readdir('/proc')).map(Number).filter(pid => pid > 0)
  const places = await Promise.all(pids.map(pid => readlink(`/proc/${pid}/cwd`).catch(() => '')))
  return pids.filter((_, index) => places[index] === folder)
}

function kill(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch {
    // It has ended meanwhile.
  }
}
