import type { IncomingMessage, ServerResponse } from 'node:http'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { requireKeys, runCommand } from '@night-routine/operations'
import { printInLog, privateNetworks, sharedServer } from '@night-routine/service'
import { adviceOnDamage, machineOf, startBackups, type Backups } from './backups.ts'
import type { Composition } from './composition.ts'
import { openDatabase, tokenKeys, type DatabaseOptions } from './database.ts'
import type { FirstStart } from './first-start/first-start.ts'
import { isOutOfSpace, sentenceOf, volumeIsFull } from './problem.ts'

export { configSchema } from './config.ts'
export { environments, type HomeFacts } from './environments.ts'
export { keptSecrets } from './secrets.ts'

export interface HomeOptions extends DatabaseOptions {
  /** The rest between two attempts to start. */
  retryMs?: number
}

/** Night Routine at home: it listens, whatever is missing, and says what. */
export type Home = Awaited<ReturnType<typeof startHome>>

/** What answers requests at the moment. */
interface Phase {
  answer(request: IncomingMessage, response: ServerResponse): void
  health(): Promise<{ isReady: boolean; checks: Record<string, unknown> }>
  /** The time that a request may take to arrive, if that is not the usual one. */
  requestMs?: number
}

/** Listens, and starts everything behind it. What prevents that is said in the browser and the log, and tried again. */
export async function startHome(options: HomeOptions) {
  const { config, logger, retryMs = 10_000 } = options
  let phase: Phase = waiting(starting)
  const server = sharedServer((request, response) => {
    const path = request.url?.split('?', 1)[0]
    if (path === '/healthz') send(response, 200, { status: 'alive' })
    else if (path === '/readyz') void sayHealth(phase, response)
    else phase.answer(request, response)
  })
  const usualMs = server.requestTimeout
  const show = (next: Phase) => {
    phase = next
    server.requestTimeout = next.requestMs ?? usualMs
  }
  server.listen(config.PORT, config.HOST)
  await once(server, 'listening')
  const address = server.address()

  const closing = new AbortController()
  const ended = (async () => {
    while (!closing.signal.aborted) {
      try {
        await using parts = new AsyncDisposableStack()
        const ground = await prepare(options, parts)
        await run(options, { ground, ended: closing.signal, show })
      } catch (error) {
        const known =
          (await adviceOnDamage(error, config)) ??
          sentenceOf(error) ??
          (isOutOfSpace(error) ? volumeIsFull : undefined)
        const sentence =
          known ?? 'Night Routine cannot start; the log says why. It tries again every few seconds.'
        // The stack of a fault with a sentence helps no one.
        logger.error(known === undefined ? { err: error } : {}, sentence)
        show(waiting(sentence))
        await sleep(retryMs, undefined, { signal: closing.signal }).catch(() => undefined)
      }
    }
  })()
  return {
    port: typeof address === 'object' && address !== null ? address.port : config.PORT,
    async close() {
      // Before the services end, so that no request comes to them then.
      server.close()
      closing.abort()
      await ended
      server.closeIdleConnections()
    },
  }
}

/** What everything else stands on. */
type Ground = Awaited<ReturnType<typeof prepare>>

/** Starts the database and the page for settings, in order; `parts` ends them in the reverse order. */
async function prepare(options: HomeOptions, parts: AsyncDisposableStack) {
  const { config, env, logger } = options
  // Compiling the services takes longer than PostgreSQL does.
  const [importing] = [import('./first-start/first-start.ts'), import('./composition.ts')]
  const { secrets, databaseUrls } = await openDatabase(options, parts)

  const { secretKeys } = secrets
  await requireKeys(databaseUrls.owner, {
    ...env,
    SECRET_KEYS: secretKeys,
    SECRET_KEYS_FILE: undefined,
  })
  const facts = {
    databaseUrls,
    ...secrets,
    vaultFolder: join(config.DATA_FOLDER, 'vault'),
    vaultPort: config.VAULT_PORT,
  }
  const { startFirstStart: start } = await importing
  const given = config.TRUSTED_PROXIES
  const trustedProxies = given.length > 0 ? given : privateNetworks
  const keys = tokenKeys(secretKeys)
  const firstStart = await start({
    facts,
    keys,
    env,
    trustedProxies,
    logger,
    // As the command does, into the database that runs here and has no household yet.
    restore: async (input, { secretKeys: uploaded, print }) => {
      const { restoreHere } = await import('./restore-here.ts')
      const its = {
        ...options,
        env: { ...env, SECRET_KEYS: uploaded },
        database: { secrets, databaseUrls },
        keys: tokenKeys(uploaded),
        print: (line: string) => print(line.replace(' from standard input', '')),
        input,
      }
      return restoreHere(['-', '--replace', '--only-with-keys'], its, ({ all, say }) =>
        runCommand(['restore', ...all], {
          env: { DATABASE_URL: databaseUrls.owner, SECRET_KEYS: uploaded },
          now: () => Temporal.Now.instant(),
          print: say,
          signal: new AbortController().signal,
        }),
      )
    },
  })
  parts.defer(() => firstStart.close())
  return { facts, firstStart }
}

/** Runs the services, or asks for missing settings, again after each save, until `ended` or a backup was restored. */
async function run(
  options: HomeOptions,
  { ground, ended, show }: { ground: Ground; ended: AbortSignal; show: (phase: Phase) => void },
): Promise<void> {
  const { config, logger } = options
  const { facts, firstStart } = ground
  const isEnded = once(ended, 'abort')
  while (!ended.aborted) {
    const saved = firstStart.nextSave()
    const { settings, faults, isNew } = await firstStart.read()
    await using parts = new AsyncDisposableStack()
    if (faults.length > 0 || isNew) {
      const code = await firstStart.code()
      const address =
        settings['PUBLIC_URL']?.trim() ||
        `this machine’s address, such as http://localhost:${config.PORT}`
      if (faults.length > 0)
        logger[code === undefined ? 'warn' : 'info'](
          { faults: faults.map(({ text }) => text) },
          'Night Routine needs settings',
        )
      printInLog(logger, [
        `Open ${address}`,
        code === undefined
          ? 'and enter the set-up code that the command “code” prints'
          : `and enter the set-up code ${code}`,
      ])
      show(settingUp(firstStart))
    } else {
      const { compose } = await import('./composition.ts')
      const composition = await compose({ ...facts, settings }, { machine: machineOf(config) })
      parts.defer(() => composition.close())
      const backups = startBackups(options, facts.databaseUrls.backup)
      parts.defer(() => backups.close())
      show(running(composition, { firstStart, backups }))
      logger.info('ready')
      firstStart.running()
    }
    const next = await Promise.race([saved, isEnded])
    if (ended.aborted) return
    show(waiting(starting))
    // The keys are others, too.
    if (next === 'restored') return
  }
}

const starting = 'Night Routine is starting. Try again in a moment.'

/** Every address leads to the page for settings. A proxy must not take the container for broken meanwhile. */
function settingUp(firstStart: FirstStart): Phase {
  const { answer, path, requestMs } = firstStart
  const checks = { settings: `missing: open ${path}` }
  return { answer, health: async () => ({ isReady: true, checks }), requestMs }
}

function running(
  composition: Composition,
  { firstStart, backups }: { firstStart: FirstStart; backups: Backups },
): Phase {
  return {
    answer(request, response) {
      const isSettings = request.url?.split('?', 1)[0] === firstStart.path
      const answering = isSettings ? firstStart : composition
      answering.answer(request, response)
    },
    async health() {
      const { isReady, checks } = await composition.health()
      return { isReady, checks: { ...checks, ...(await backups.check()) } }
    },
  }
}

function waiting(sentence: string): Phase {
  return {
    answer: (_request, response) => {
      response.writeHead(503, {
        'content-type': 'text/plain; charset=utf-8',
        'retry-after': '10',
        refresh: '2',
      })
      response.end(sentence)
    },
    health: async () => ({ isReady: false, checks: { start: sentence } }),
  }
}

async function sayHealth(phase: Phase, response: ServerResponse): Promise<void> {
  const { isReady, checks } = await phase.health()
  send(response, isReady ? 200 : 503, { status: isReady ? 'ready' : 'not ready', checks })
}

function send(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json', 'cache-control': 'no-store' })
  response.end(JSON.stringify(body))
}
