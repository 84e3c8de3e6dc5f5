import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import {
  connect,
  makeRolesAnew,
  migrate,
  type Database,
  type RoleAddresses,
} from '@night-routine/database/connection'
import { migrateVault } from '@night-routine/database/vault'
import { createControl, type Control } from '@night-routine/google-emulator'
import { freePort, waitFor } from '@night-routine/servers'
import type { WatchedServer } from '@night-routine/servers/caldav'
import { controlOf, startCalendarServer, type StartCalendars } from './calendar-server.ts'
import { environments } from './environments.ts'
import { followClock, moveClock } from './moved-clock.ts'
import { ServiceProcess } from './service-process.ts'
import { startServers, type Servers } from './servers.ts'

/** The processes that a run kills. */
type ServiceName =
  | 'web-1'
  | 'web-2'
  | 'webhook-ingest'
  | 'scheduler-worker-1'
  | 'scheduler-worker-2'

/** The whole product in separate processes, with two web services and two workers; or in one process. */
export interface Stack {
  servers: Servers
  control: Control
  /** The ids of the two calendars. */
  calendarIds: { family: string; second: string }
  /** The CalDAV server, if the calendars are there. */
  calendarServer: WatchedServer | undefined
  emulatorUrl: string
  /** Both web processes; twice the same one at home. */
  webUrls: readonly [string, string]
  /** The address of the database, for each role. */
  databaseUrls: RoleAddresses
  /** The test's own connection. */
  db: Database
  /** At home, all are the same one. */
  processes: Record<ServiceName, ServiceProcess>
  /** Unexpected exits. */
  deaths: string[]
  /** The folder with the log of each process. */
  logs: string
  /** Where days pass, sets the time of everything but PostgreSQL. */
  moveClock(to: Temporal.Instant): void
  /** Stops everything in order; `forget` deletes the logs too. */
  stop(options: { forget: boolean }): Promise<void>
}

/** The `main` beside a part's front door: `src` under the development condition, else `dist`. */
function mainOf(part: string): string {
  const door = import.meta.resolve(`@night-routine/${part}`)
  return fileURLToPath(new URL(door.endsWith('.ts') ? 'main.ts' : 'main.js', door))
}

const worker = mainOf('scheduler-worker')
const homeMain = fileURLToPath(new URL(`./home/main${extname(import.meta.url)}`, import.meta.url))

function allIn(process: ServiceProcess): Stack['processes'] {
  return {
    'web-1': process,
    'web-2': process,
    'webhook-ingest': process,
    'scheduler-worker-1': process,
    'scheduler-worker-2': process,
  }
}

/** Starts it, empty. @param options.inherited what any program needs: PATH, HOME, … */
export async function startStack(options: {
  redisProgram: string | undefined
  /** All services in one process, where wake-ups are calls, so that `redisProgram` does not count. */
  home?: boolean | undefined
  /** Whether the clock can be moved. */
  days?: boolean | undefined
  inherited: NodeJS.ProcessEnv
  /** Calendars at this CalDAV server instead of the emulator. */
  caldav?: StartCalendars | undefined
}): Promise<Stack> {
  const folder = await mkdtemp(join(tmpdir(), 'night-routine-chaos-'))
  await chmod(folder, 0o711) // PostgreSQL runs as another user
  await using starting = new AsyncDisposableStack()
  const { home = false } = options
  const servers = await startServers(folder, home ? undefined : options.redisProgram)
  starting.defer(() => servers.stop())
  const databaseUrls = await makeRolesAnew(servers.databaseUrl)
  await migrate(databaseUrls.owner)
  if (home) await migrateVault(databaseUrls.owner)

  const own = options.caldav ? await startCalendarServer(folder, options.caldav) : undefined
  if (own) starting.defer(() => own.server.stop())

  const web = await freePort()
  const ports = {
    emulator: await freePort(),
    webs: [web, home ? web : await freePort()] as const,
    ingest: await freePort(),
    vault: await freePort(),
  }
  const environment = environments({
    ...options,
    ...servers,
    databaseUrls,
    ports,
    calendar: own?.settings,
    folder: join(folder, 'vault'),
  })
  const deaths: string[] = []
  const clock = join(folder, 'clock')
  if (options.days) {
    moveClock(clock)
    starting.defer(followClock(clock))
  }
  const processOf = (name: string, main: string, env: NodeJS.ProcessEnv) => {
    const made = new ServiceProcess({
      name,
      main,
      env: options.days ? { ...env, MOVED_CLOCK: clock } : env,
      log: join(folder, `${name}.log`),
      died: cause => void deaths.push(cause),
    })
    starting.defer(() => made.stop())
    return made
  }
  const emulator = processOf('google-emulator', mainOf('google-emulator'), environment.emulator)
  const separate = (): Stack['processes'] => ({
    'web-1': processOf('web-1', mainOf('web'), environment.webs[0]),
    'web-2': processOf('web-2', mainOf('web'), environment.webs[1]),
    'webhook-ingest': processOf('webhook-ingest', mainOf('webhook-ingest'), environment.ingest),
    'scheduler-worker-1': processOf('scheduler-worker-1', worker, environment.worker),
    'scheduler-worker-2': processOf('scheduler-worker-2', worker, environment.worker),
  })
  const processes = home ? allIn(processOf('home', homeMain, environment.home)) : separate()
  await Promise.all([emulator, ...Object.values(processes)].map(one => one.start()))
  const webUrls = [
    `http://127.0.0.1:${ports.webs[0]}`,
    `http://127.0.0.1:${ports.webs[1]}`,
  ] as const
  // They listen before the household has its first settings.
  for (const url of webUrls)
    await waitFor(`${url} is ready`, async () => (await fetch(`${url}/readyz`)).ok, 300)
  const db = connect({ url: servers.databaseUrl, applicationName: 'chaos' })
  starting.defer(() => db.destroy())

  const running = starting.move()
  const emulatorUrl = `http://127.0.0.1:${ports.emulator}`
  return {
    servers,
    databaseUrls,
    control: own ? controlOf(createControl(emulatorUrl), own) : createControl(emulatorUrl),
    calendarServer: own?.server,
    calendarIds: own?.calendarIds ?? { family: 'family', second: 'second' },
    emulatorUrl,
    webUrls,
    db,
    processes,
    deaths,
    logs: folder,
    moveClock: to => moveClock(clock, to),
    stop: async ({ forget }) => {
      await running.disposeAsync()
      if (forget) await rm(folder, { recursive: true, force: true })
    },
  }
}
