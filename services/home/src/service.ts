import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { MigrationRefusal } from '@night-routine/database'
import { requireKeys } from '@night-routine/operations'
import { ConfigurationError, sharedServer } from '@night-routine/service'
import { startBackups } from './backups.ts'
import type { Composition } from './composition.ts'
import { openDatabase, type DatabaseOptions } from './database.ts'
import { Trouble } from './trouble.ts'

export { configSchema } from './config.ts'

export interface HomeOptions extends DatabaseOptions {
  /** The rest between two attempts to start. */
  retryMs?: number
}

/** Night Routine at home: it listens, whatever is missing, and says what. */
export interface Home {
  port: number
  close(): Promise<void>
}

/** What answers requests at the moment. */
interface Phase {
  answer(request: IncomingMessage, response: ServerResponse): void
  health(): Promise<{ isReady: boolean; checks: Record<string, unknown> }>
}

/** Listens, and starts everything behind it. What prevents that is said in the browser and the log, and tried again. */
export async function startHome(options: HomeOptions): Promise<Home> {
  const { config, logger, retryMs = 10_000 } = options
  let phase: Phase = waiting('Night Routine is starting. Try again in a moment.')
  const server = sharedServer((request, response) => {
    const path = request.url?.split('?', 1)[0]
    if (path === '/healthz') send(response, 200, { status: 'alive' })
    else if (path === '/readyz') void sayHealth(phase, response)
    else phase.answer(request, response)
  })
  server.listen(config.PORT, config.HOST)
  await once(server, 'listening')
  const address = server.address()

  const closing = new AbortController()
  const ended = (async () => {
    while (!closing.signal.aborted) {
      try {
        await using parts = new AsyncDisposableStack()
        phase = await bringUp(options, parts)
        logger.info('ready')
        await once(closing.signal, 'abort')
        server.close()
      } catch (error) {
        const sentence = sentenceFor(error)
        logger.error({ err: error }, sentence)
        phase = waiting(sentence)
        await sleep(retryMs, undefined, { signal: closing.signal }).catch(() => undefined)
      }
    }
  })()
  return {
    port: typeof address === 'object' && address !== null ? address.port : config.PORT,
    async close() {
      closing.abort()
      await ended
      await closed(server)
    },
  }
}

/** Starts everything, in order; `parts` ends it in the reverse order. */
async function bringUp(options: HomeOptions, parts: AsyncDisposableStack): Promise<Phase> {
  const { config, env } = options
  // Compiling the services takes longer than PostgreSQL does.
  const composing = import('./composition.ts')
  const { secrets, databaseUrls } = await openDatabase(options, parts)
  await requireKeys(databaseUrls.owner, {
    ...env,
    SECRET_KEYS: secrets.secretKeys,
    SECRET_KEYS_FILE: undefined,
  })
  const { compose } = await composing
  const composition: Composition = await compose({
    settings: env,
    databaseUrls,
    ...secrets,
    vaultFolder: join(config.DATA_FOLDER, 'vault'),
    vaultPort: config.VAULT_PORT,
  })
  parts.defer(() => composition.close())
  const backups = startBackups(options, databaseUrls.backup)
  parts.defer(() => backups.close())
  return {
    ...composition,
    async health() {
      const { isReady, checks } = await composition.health()
      return { isReady, checks: { ...checks, backups: await backups.check() } }
    },
  }
}

function waiting(sentence: string): Phase {
  return {
    answer: (_request, response) => {
      response.writeHead(503, { 'content-type': 'text/plain; charset=utf-8', 'retry-after': '10' })
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

function sentenceFor(error: unknown): string {
  const says = [Trouble, MigrationRefusal, ConfigurationError]
  if (error instanceof Error && says.some(kind => error instanceof kind)) return error.message
  return 'Night Routine cannot start; the log says why. It tries again every few seconds.'
}

async function closed(server: Server): Promise<void> {
  if (!server.listening) return
  server.close()
  server.closeIdleConnections()
  await once(server, 'close')
}
