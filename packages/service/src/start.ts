import closeWithGrace from 'close-with-grace'
import type { FastifyInstance } from 'fastify'
import type { Static, TObject } from 'typebox'
import { ConfigurationError, loadConfig, type Environment } from './config/load.ts'
import type { serviceSettings } from './config/settings.ts'
import type { ServiceOptions } from './http/create-service.ts'
import { createLogger, type Logger } from './logger.ts'

/** Where services read the time; tests pass a fixed one. */
export interface Clock {
  now(): Temporal.Instant
  /** When this version was made; no clock that is right can be before it. */
  builtAt?: Temporal.Instant
}

/** The system clock. A release writes its day here. */
export const systemClock: Clock = {
  now: () => Temporal.Now.instant(),
  builtAt: Temporal.Instant.from('2026-11-29T00:00:00Z'),
}

/** The dependencies of a service. */
export interface ServiceDependencies<Config> {
  readonly config: Config
  readonly logger: Logger
  readonly clock: Clock
  /** The limits of a request in progress. Tests have none, because a slow machine is no fault of the service. */
  readonly limits?: Pick<ServiceOptions, 'handlerTimeoutMs' | 'pressure'>
}

/** Less than the 30 s that a container has, more than the 20 s that a job has. */
const closeTimeoutMs = 25_000

/**
 * Runs a service until a signal, or until the process that forked it ends; that one gets `{ ready: true, port }`. An
 * invalid configuration prints a line for each fault and ends with 1; `--check` only reads it.
 */
export async function startService<Schema extends TObject<typeof serviceSettings>>(definition: {
  name: string
  /** Contains `serviceSettings` and the service's other settings. */
  configSchema: Schema
  /** Builds the instance; `onClose` hooks close what it opens. */
  buildService: (dependencies: ServiceDependencies<Static<Schema>>) => Promise<FastifyInstance>
  env: Environment
}): Promise<void> {
  const { name, configSchema, buildService, env } = definition
  let logger = createLogger({ name })
  try {
    const config = loadConfig(configSchema, env)
    if (process.argv.includes('--check')) return
    logger = createLogger({ name, level: config.LOG_LEVEL })
    let service: FastifyInstance | undefined
    closeOnSignal(logger, async () => service?.close())
    service = await buildService({ config, logger, clock: systemClock })
    await service.listen({ port: config.PORT, host: config.HOST })
    const [address] = service.addresses()
    process.send?.({ ready: true, port: typeof address === 'object' ? address.port : config.PORT })
  } catch (error) {
    if (error instanceof ConfigurationError) process.stderr.write(`${error.message}\n`)
    else logger.fatal({ err: error }, 'could not start')
    process.exit(1)
  }
}

/** Closes this process on a signal, or when the one that forked it ends; at most `delay` ms later. */
export function closeOnSignal(
  logger: Logger,
  close: () => Promise<unknown>,
  delay = closeTimeoutMs,
): void {
  let closing = false
  const grace = closeWithGrace({ delay, logger }, async ({ err, signal }) => {
    closing = true
    if (err) logger.fatal({ err }, 'uncaught error')
    else logger.info({ signal }, 'closing')
    await close()
    logger.info('closed')
  })
  // A forked service must not outlive its parent.
  process.once('disconnect', () => {
    if (!closing) grace.close()
  })
}
