import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { ServerError } from '../errors.ts'
import { freePort } from '../free-port.ts'

/** A private CalDAV server with the account "parents". */
export interface CalendarServer {
  /** With a `/` at its end. */
  url: string
  /** The folder of the account's calendars, with a `/` at its end. */
  home: string
  username: string
  password: string
  stop(): Promise<void>
}

const account = { username: 'parents', password: 'secret' }

/** Debian's Python, which has Debian's packages; another one on the PATH would not find them. */
const python = '/usr/bin/python3'

/**
 * Radicale, with passwords and rights. Its files are in `folder`.
 * @throws {ServerError} when it does not start
 */
export async function startRadicale(
  folder: string,
  { tokenSeconds, rights }: { tokenSeconds?: number; rights?: string } = {},
): Promise<CalendarServer> {
  await mkdir(folder, { recursive: true })
  const [users, rightsFile] = [join(folder, 'users'), join(folder, 'rights')]
  await writeFile(users, `${account.username}:${account.password}\nguest:guest\n`)
  if (rights !== undefined) await writeFile(rightsFile, rights)
  const port = await freePort()
  const url = `http://127.0.0.1:${port}/`
  const stop = await start(url, 'radicale', {
    config: '',
    'server-hosts': `127.0.0.1:${port}`,
    'auth-type': 'htpasswd',
    'auth-htpasswd-filename': users,
    'auth-htpasswd-encryption': 'plain',
    'auth-delay': '0',
    'rights-type': rights === undefined ? 'owner_only' : 'from_file',
    ...(rights !== undefined && { 'rights-file': rightsFile }),
    ...(tokenSeconds !== undefined && { 'storage-max-sync-token-age': String(tokenSeconds) }),
    'storage-filesystem-folder': join(folder, 'data'),
    'logging-level': 'error',
    'web-type': 'none',
  })
  return { url, home: `${url}parents/`, ...account, stop }
}

/**
 * Xandikos, which lets everyone in. Its files are in `folder`.
 * @throws {ServerError} when it does not start
 */
export async function startXandikos(folder: string): Promise<CalendarServer> {
  const data = join(folder, 'data')
  await mkdir(data, { recursive: true })
  const port = await freePort()
  const url = `http://127.0.0.1:${port}/`
  const stop = await start(url, 'xandikos.web', {
    directory: data,
    'current-user-principal': '/parents/',
    defaults: null,
    'listen-address': '127.0.0.1',
    port: String(port),
  })
  return { url, home: `${url}parents/calendars/`, ...account, stop }
}

/** Starts a module of Python with these options; null is an option without a value. */
async function start(
  url: string,
  module: string,
  options: Record<string, string | null>,
): Promise<() => Promise<void>> {
  const words = Object.entries(options).flatMap(([name, value]) =>
    value === null ? [`--${name}`] : [`--${name}`, value],
  )
  const server = spawn(python, ['-m', module, ...words], { stdio: ['ignore', 'ignore', 'pipe'] })
  let printed = ''
  server.stderr.on('data', chunk => (printed = `${printed}${String(chunk)}`.slice(-2000)))
  const ended = once(server, 'exit').catch(() => undefined)
  for (let tries = 0; tries < 300 && server.exitCode === null; tries += 1) {
    const answer = await fetch(url, { redirect: 'manual' }).catch(() => undefined)
    if (answer !== undefined)
      return async () => {
        server.kill('SIGTERM')
        await ended
      }
    await sleep(100)
  }
  server.kill('SIGKILL')
  throw new ServerError(`${module} does not answer: ${printed}`)
}
