import { once } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import * as publisher from '@night-routine/publisher'
import * as worker from '@night-routine/scheduler-worker'
import {
  ConfigurationError,
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
import { serviceFor } from './route-by-path.ts'

export type { HomeFacts } from './environments.ts'
/** What is wrong with the settings of any service, each once, as sentences that start with the name of a setting. */
export function compositionFaults(facts: HomeFacts): string[] {
  const env = environments(facts)
  const faults = [
    faultsOf(() => loadConfig(web.configSchema, env.web)),
    faultsOf(() => loadConfig(ingest.configSchema, env['webhook-ingest'])),
    faultsOf(() => loadConfig(worker.configSchema, env['scheduler-worker'])),
    faultsOf(() => loadConfig(publisher.configSchema, env.publisher)),
    faultsOf(() => loadConfig(vault.configSchema, env.vault)),
  ].flat()
  return [...new Set(faults)]
}

/** The faults that reading some settings throws. */
export function faultsOf(read: () => unknown): readonly string[] {
  try {
    read()
    return []
  } catch (error) {
    if (error instanceof ConfigurationError) return error.faults
    throw error
  }
}

export type Composition = Awaited<ReturnType<typeof compose>>

interface ComposeOptions {
  clock?: Clock
  machine?: web.Machine
  /** Where log lines go; standard output unless tests read them. */
  destination?: Parameters<typeof createLogger>[0]['destination']
}

/** A request in progress may end within this time when home stops; Docker kills what has not ended after 10 s. */
const lastAnswersMs = 4_000

/** Builds the services, each with its own settings, role and log lines. @throws ConfigurationError with all faults */
export async function compose(
  facts: HomeFacts,
  { clock = systemClock, destination, machine }: ComposeOptions = {},
) {
  const faults = compositionFaults(facts)
  if (faults.length > 0) throw new ConfigurationError(faults)
  const env = environments(facts)
  await using opened = new AsyncDisposableStack()
  const built = new Map<string, FastifyInstance>()
  const inProgress = new Map<FastifyInstance, Set<ServerResponse>>()
  async function open<Schema extends TObject>(
    name: keyof typeof env,
    service: {
      configSchema: Schema
      buildService: (dependencies: ServiceDependencies<Static<Schema>>) => Promise<FastifyInstance>
    },
  ): Promise<FastifyInstance> {
    const own: Environment = env[name]
    const config = loadConfig(service.configSchema, own)
    const logger = createLogger({ name, level: own['LOG_LEVEL'] ?? 'info', destination })
    const one = await service.buildService({ config, logger, clock })
    opened.defer(() => one.close())
    built.set(name, one)
    const responses = new Set<ServerResponse>()
    inProgress.set(one, responses)
    // It waits only for the requests of a server that it opened itself.
    one.addHook('preClose', async () => {
      const limit = AbortSignal.timeout(lastAnswersMs)
      const ends = [...responses].map(response => once(response, 'close', { signal: limit }))
      await Promise.allSettled(ends)
    })
    await one.ready()
    return one
  }
  const opening = [
    open('web', {
      ...web,
      buildService: given =>
        web.buildService({ ...given, ...(machine && { machine, hasSetUpPage: true }) }),
    }),
    open('webhook-ingest', ingest),
    open('vault', vault),
    open('scheduler-worker', worker),
    open('publisher', publisher),
  ] as const
  // When one fails, the others close only after they are open.
  await Promise.allSettled(opening)
  const [webService, ingestService, vaultService] = await Promise.all(opening)
  await vaultService.listen({ port: facts.vaultPort, host: '127.0.0.1' })
  const byPath = { web: webService, 'webhook-ingest': ingestService, vault: vaultService }
  const all = [...built]
  opened.move()

  return {
    /** Answers a request, by its path. */
    answer(request: IncomingMessage, response: ServerResponse): void {
      const service = byPath[serviceFor(request.url ?? '/')]
      const responses = inProgress.get(service)
      responses?.add(response)
      response.once('close', () => responses?.delete(response))
      service.routing(request, response)
    },
    /** Whether all services are ready, and what each says. */
    async health() {
      const answers = await Promise.all(
        all.map(async ([name, service]) => {
          const { statusCode, body } = await service.inject('/readyz')
          return { name, isReady: statusCode === 200, said: JSON.parse(body).checks }
        }),
      )
      return {
        isReady: answers.every(({ isReady }) => isReady),
        checks: Object.fromEntries(
          answers.map(({ name, said }): [string, unknown] => [name, said]),
        ),
      }
    },
    async close() {
      await Promise.all(all.map(([, service]) => service.close()))
    },
  }
}
