import { once } from 'node:events'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { migrateVault } from '@night-routine/database/vault'
import { connect, makeRolesAnew, mapRoles, migrate } from '@night-routine/database/connection'
import { freePort, removePostgres, startPostgres } from '@night-routine/servers'
import { makeDemoHousehold } from './demo/demo-household.ts'
import { emulatorEnvironment, emulatorUrlOf, publicUrlOf, vaultAccess } from './environment.ts'
import { StackError } from './errors.ts'
import { firstCode, invitation } from './invitation.ts'
import { isFreePort, requireFreePort } from './port-check.ts'
import { noteAddresses } from './running-addresses.ts'
import { startServiceProcess, type ServiceDefinition } from './service-process.ts'
import { stackSettings } from './settings.ts'
import type { StackSettings } from './settings.ts'
import { takeFolder } from './stack-lock.ts'
import { watchSources } from './watch-sources.ts'

/** How the stack is started. */
export interface StackOptions {
  /** The repository's folder. */
  root: string
  env: Readonly<Record<string, string | undefined>>
  /** Delete everything in the data folder first. */
  fresh: boolean
  /** Start the services again when a source changes. */
  dev: boolean
  /** Run a household with a year behind it, in a separate folder. */
  demo: boolean
  /** Run the calendar of Night Routine and accounts in place of the emulator, in a separate folder. */
  own: boolean
}

const print = (line: string) => console.log(line)

/** A program beside a front door: `main.ts` under the development condition, else `main.js`. */
function mainBeside(door: string, path = '.'): string {
  const extension = door.endsWith('.ts') ? 'ts' : 'js'
  return fileURLToPath(new URL(`${path}/main.${extension}`, door))
}

async function forget({ dataFolder, databaseUrl }: StackSettings) {
  if (databaseUrl) {
    throw new StackError(
      '--fresh empties only the database of the local stack, and DATABASE_URL names another one. ' +
        'Empty that one yourself, or unset DATABASE_URL.',
    )
  }
  await removePostgres(join(dataFolder, 'postgres'))
  await rm(dataFolder, { recursive: true, force: true })
}

/** The addresses of the database, by role. */
async function databaseServer(settings: StackSettings, running: AsyncDisposableStack) {
  const { databaseUrl } = settings
  // On a server of one's own, all services sign in as its address says.
  if (databaseUrl) return mapRoles(() => databaseUrl)
  const postgres = await startPostgres(join(settings.dataFolder, 'postgres'))
  running.defer(() => postgres.stop())
  return makeRolesAnew(postgres.url)
}

/** Fills the demo household. Its initial values are those that the web service would use. */
async function fillDemo(url: string, { env, own }: Pick<StackOptions, 'env' | 'own'>) {
  const db = connect({ url, applicationName: 'demo', maxConnections: 1 })
  try {
    const first = {
      parentA: env['PARENT_A'] ?? 'Alex',
      parentB: env['PARENT_B'] ?? 'Robin',
      timeZone: env['TIME_ZONE'] ?? Temporal.Now.timeZoneId(),
      lookAheadDays: 30,
    }
    const now = Temporal.Now.instant()
    // The own calendar is selected at the start, and people make their accounts.
    const calendar = own ? null : { calendarId: 'family', calendarName: 'Family' }
    const made = await makeDemoHousehold(db, { first, now, seed: 'night-routine', calendar })
    print(made ? '› The demo household has a year behind it' : '› The demo household is as it was')
  } finally {
    await db.destroy()
  }
}

/** The publisher looks its site up again if the port has changed. */
async function vaultPortOf({ vaultPort, anyVaultPort }: StackSettings): Promise<number> {
  if (anyVaultPort && !(await isFreePort(vaultPort))) return freePort()
  await requireFreePort(vaultPort, 'VAULT_PORT')
  return vaultPort
}

async function startServices(
  settings: StackSettings,
  { env, demo, own }: Pick<StackOptions, 'env' | 'demo' | 'own'>,
  running: AsyncDisposableStack,
) {
  print('› Starting the database')
  const databaseUrls = await databaseServer(settings, running)
  running.defer(await noteAddresses(settings.dataFolder, { ...settings, databaseUrls, own }))
  await migrate(databaseUrls.owner)
  await migrateVault(databaseUrls.owner)
  if (demo) await fillDemo(databaseUrls.owner, { env, own })

  print('› Starting the services')
  const start = (definition: ServiceDefinition) => {
    const service = startServiceProcess(definition, print)
    // Deferred before it is ready, so that home stops before the calendar that it uses.
    running.defer(async () => {
      const started = await service.catch(() => undefined)
      await started?.stop()
    })
    return service
  }
  const emulator = () =>
    start({
      name: 'google-emulator',
      main: mainBeside(import.meta.resolve('@night-routine/google-emulator')),
      env: emulatorEnvironment(settings, env),
    })
  const [, home] = await Promise.all([
    own ? undefined : emulator(),
    start({
      name: 'home',
      main: mainBeside(import.meta.url, 'home'),
      env: { ...env, DATA_FOLDER: settings.dataFolder },
    }),
  ])
  const setUpCode = own ? await firstCode(databaseUrls.owner, settings.dataFolder) : undefined
  return { home, setUpCode }
}

/**
 * Starts everything, prints one address, and stops everything in order on Ctrl-C.
 *
 * @throws {StackError} or {ServerError} in a sentence when it cannot start; what had started is stopped
 */
export async function runStack({ root, env, fresh, dev, demo, own }: StackOptions): Promise<void> {
  const startedAt = performance.now()
  const settings = stackSettings(env, root, { demo, own })
  const publicUrl = publicUrlOf(settings)
  const interrupted = new AbortController()
  // Ctrl-C, a supervisor's signal, a closed terminal, or the end of a program that started us with a channel. The
  // handlers stay, so that a second signal does not cut the stop short.
  for (const event of ['SIGINT', 'SIGTERM', 'SIGHUP', 'disconnect']) {
    process.on(event, () => interrupted.abort())
  }
  // Nothing can be written to a closed terminal.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined)
  process.channel?.unref() // must not keep this process running

  await using running = new AsyncDisposableStack()
  running.defer(await takeFolder(settings.dataFolder, publicUrl))
  if (fresh) {
    await forget(settings)
    running.defer(await takeFolder(settings.dataFolder, publicUrl))
  }
  await requireFreePort(settings.port, 'PORT')
  if (!own) await requireFreePort(settings.emulatorPort, 'EMULATOR_PORT')
  const vaultPort = await vaultPortOf(settings)
  const started = await startServices({ ...settings, vaultPort }, { env, demo, own }, running)
  print(
    invitation({
      publicUrl,
      emulatorUrl: emulatorUrlOf(settings),
      seconds: (performance.now() - startedAt) / 1000,
      demo,
      own,
      setUpCode: started.setUpCode,
      vault: await vaultAccess(settings.dataFolder, vaultPort),
    }),
  )

  if (dev) {
    const restart = async () => {
      print('› A source changed: starting the services again')
      await started.home.restart()
    }
    void watchSources(root, restart, interrupted.signal)
  }
  if (!interrupted.signal.aborted) await once(interrupted.signal, 'abort')
  print('\n› Stopping')
}
