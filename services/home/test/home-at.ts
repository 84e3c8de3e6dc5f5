import { chown, mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { createLogger, loadConfig, type Environment } from '@night-routine/service'
import { binaries, freePort, runUser } from '@night-routine/servers'
import type { Test } from 'tap'
import { configSchema, startHome, type Home } from '../src/service.ts'

/** A home on a folder of its own, without a calendar server behind the address. */
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

/** Starts a home on `folder`; it ends with the test. */
export async function homeAt(
  t: Test,
  folder: string,
  settings: Environment = familySettings,
): Promise<TestHome> {
  const user = await runUser()
  const env = {
    PORT: '0',
    DATA_FOLDER: join(folder, 'data'),
    POSTGRESQL_FOLDER: await binaries(user),
    VAULT_PORT: String(await freePort()),
    ...settings,
  }
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
