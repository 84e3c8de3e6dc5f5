import type { IncomingMessage, ServerResponse } from 'node:http'
import * as publisher from '@night-routine/publisher'
import * as worker from '@night-routine/scheduler-worker'
import {
  createLogger,
  loadConfig,
  systemClock,
  type Clock,
  type Environment,
  type ServiceDependencies,
} from '@night-routine/service'
import * as vault from '@night-routine/vault'
import * as web from '@night-routine/web'
import * as ingest from '@night-routine/webhook-ingest'
import type { FastifyInstance } from 'fastify'
import type { Static, TObject } from 'typebox'
import { environments, type HomeFacts } from './environments.ts'
import { serviceFor } from './ways.ts'

/** All services of this process. */
export interface Composition {
  /** Answers a request, by its path. */
  answer(request: IncomingMessage, response: ServerResponse): void
  /** Whether all services are ready, and what each says. */
  health(): Promise<{ isReady: boolean; checks: Record<string, unknown> }>
  close(): Promise<void>
}

/**
 * Builds the services as they are, each with its own settings, database role and log lines.
 * @throws ConfigurationError with the faults of all services' settings
 */
export async function compose(
  facts: HomeFacts,
  { clock = systemClock }: { clock?: Clock } = {},
): Promise<Composition> {
  const env = environments(facts)
  await using opened = new AsyncDisposableStack()
  const services = new Map<string, FastifyInstance>()
  async function open<Schema extends TObject>(
    name: keyof typeof env,
    service: {
      configSchema: Schema
      buildService: (dependencies: ServiceDependencies<Static<Schema>>) => Promise<FastifyInstance>
    },
  ): Promise<FastifyInstance> {
    const own: Environment = env[name]
    const config = loadConfig(service.configSchema, own)
    const logger = createLogger({ name, level: own['LOG_LEVEL'] ?? 'info' })
    const built = await service.buildService({ config, logger, clock })
    opened.defer(() => built.close())
    services.set(name, built)
    await built.ready()
    return built
  }
  const [webService, ingestService, vaultService] = await Promise.all([
    open('web', web),
    open('webhook-ingest', ingest),
    open('vault', vault),
    open('scheduler-worker', worker),
    open('publisher', publisher),
  ])
  await vaultService.listen({ port: facts.vaultPort, host: '127.0.0.1' })
  const byPath = { web: webService, 'webhook-ingest': ingestService, vault: vaultService }
  const all = [...services]
  opened.move()

  return {
    answer(request, response) {
      byPath[serviceFor(request.url ?? '/')].routing(request, response)
    },
    async health() {
      const answers = await Promise.all(
        all.map(async ([name, service]) => {
          const { statusCode, body } = await service.inject('/readyz')
          return { name, isReady: statusCode === 200, said: JSON.parse(body).checks }
        }),
      )
      return {
        isReady: answers.every(({ isReady }) => isReady),
        checks: Object.fromEntries(answers.map(({ name, said }) => [name, said])),
      }
    },
    async close() {
      await Promise.all(all.map(([, service]) => service.close()))
    },
  }
}
