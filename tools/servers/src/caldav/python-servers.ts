import type { SpawnOptions } from 'node:child_process'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { freePort } from '../free-port.ts'
import { account, type CalendarServer } from './account.ts'
import { startServer } from './start-server.ts'

/** Debian's Python, which has Debian's packages; another one on the PATH would not find them. */
const python = '/usr/bin/python3'

/**
 * Radicale, with passwords and rights. Its files are in `folder`.
 * @throws {ServerError} when it does not start
 */
export async function startRadicale(
  folder: string,
  options: { tokenSeconds?: number; rights?: string; port?: number; detached?: boolean } = {},
): Promise<CalendarServer> {
  // Detached, no signal of a terminal reaches it.
  const { tokenSeconds, rights, detached = false } = options
  await mkdir(folder, { recursive: true })
  const [users, rightsFile] = [join(folder, 'users'), join(folder, 'rights')]
  await writeFile(users, `${account.username}:${account.password}\nguest:guest\n`)
  if (rights !== undefined) await writeFile(rightsFile, rights)
  const port = options.port ?? (await freePort())
  const url = `http://127.0.0.1:${port}/`
  const stop = await start(
    url,
    'radicale',
    {
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
    },
    { detached },
  )
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
  how: SpawnOptions = {},
) {
  const args = Object.entries(options).flatMap(([name, value]) =>
    value === null ? [`--${name}`] : [`--${name}`, value],
  )
  return startServer(url, [python, '-m', module, ...args], how)
}
