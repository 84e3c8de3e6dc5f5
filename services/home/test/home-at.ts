import { chown, mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { createLogger, loadConfig, type Environment } from '@night-routine/service'
import { binaries, freePort, runUser } from '@night-routine/servers'
import root, { type Test } from 'tap'
import { runHomeCommand } from '../src/command.ts'
import { configSchema, startHome, type Home } from '../src/service.ts'

/** A home on a separate folder, without a calendar server behind the address. */
export interface TestHome {
  home: Home
  /** Its address on this machine. */
  url: string
  lines: string[]
  /** Waits until all services are ready. */
  ready(): Promise<void>
}

/** What a family enters that uses a calendar server and accounts of the installation. */
export const familySettings: Environment = {
  CALENDAR: 'caldav',
  CALDAV_URL: 'http://127.0.0.1:9/',
  CALDAV_USERNAME: 'parents',
  CALDAV_PASSWORD: 'calendar password',
  SIGN_IN: 'accounts',
  PUBLIC_URL: 'http://localhost:8080',
}

/** A folder for the data of a home, which PostgreSQL's user may enter; removed at the end. */
export async function dataFolder(t: Test): Promise<string> {
  const user = await runUser()
  // Below a folder that every user may enter.
  const folder = await mkdtemp('/var/tmp/night-routine-home-')
  if (user) await chown(folder, user.uid, user.gid)
  t.teardown(() => rm(folder, { recursive: true, force: true }))
  return folder
}

/** The environment of a home's process. */
async function environmentOf(folder: string, settings: Environment): Promise<Environment> {
  return {
    PORT: '0',
    DATA_FOLDER: join(folder, 'data'),
    POSTGRESQL_FOLDER: await binaries(await runUser()),
    VAULT_PORT: String(await freePort()),
    ...settings,
  }
}

/** Runs a command of an operator on `folder`: its exit code, and what it printed. */
export async function commandAt(
  folder: string,
  args: readonly string[],
  {
    settings = familySettings,
    input = '',
  }: { settings?: Environment; input?: string | Buffer } = {},
) {
  const env = await environmentOf(folder, settings)
  const lines: string[] = []
  const code = await runHomeCommand(args, {
    config: loadConfig(configSchema, env),
    env,
    logger: createLogger({ name: 'home', level: 'silent' }),
    user: await runUser(),
    print: line => lines.push(line),
    input: Readable.from([input]),
    signal: new AbortController().signal,
  })
  return { code, said: lines.join('\n') }
}

/** Starts a home on `folder`; it ends with the test. */
export async function homeAt(
  t: Test,
  folder: string,
  settings: Environment = familySettings,
): Promise<TestHome> {
  const user = await runUser()
  const env = await environmentOf(folder, settings)
  const lines: string[] = []
  const logger = createLogger({ name: 'home', destination: { write: line => lines.push(line) } })
  const config = loadConfig(configSchema, env)
  const home = await startHome({ config, env, logger, user, retryMs: 100 })
  t.teardown(() => home.close())
  const url = `http://127.0.0.1:${home.port}`
  return {
    home,
    url,
    lines,
    async ready() {
      while ((await fetch(`${url}/readyz`)).status !== 200) await sleep(20)
    },
  }
}

/** Made with the first call, and used by all files of the process that only need a home that runs. */
let shared: ReturnType<typeof startShared> | undefined

/** A home with accounts at an https address of this machine, and where its data is; it ends with the process. */
export const sharedHome = () => (shared ??= startShared())

async function startShared() {
  const folder = await dataFolder(root)
  const port = await freePort()
  const vaultPort = await freePort()
  const origin = `https://nights.example.org:${port}`
  const running = await homeAt(root, folder, {
    ...familySettings,
    NODE_ENV: 'production',
    PUBLIC_URL: origin,
    VAULT_PORT: String(vaultPort),
  })
  await running.ready()
  return { ...running, folder, port, origin, vaultPort }
}
