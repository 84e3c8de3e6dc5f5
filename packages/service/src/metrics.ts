import type { FastifyInstance } from 'fastify'
import { AggregatorRegistry, collectDefaultMetrics, Counter, Gauge, Registry } from 'prom-client'
import { createService } from './http/create-service.ts'

export type { Counter } from 'prom-client'

interface Sample {
  readonly labels?: Readonly<Record<string, string>>
  readonly value: number
}

/** A gauge that is read on each scrape. */
export interface ReadGauge {
  /** A Prometheus name: `night_routine_channel_expiry_seconds`. */
  readonly name: string
  readonly help: string
  readonly labels?: readonly string[]
  /** The current values; no sample for missing ones. */
  readonly read: () => readonly Sample[] | Promise<readonly Sample[]>
}

/** A metric that a service reports. */
export type Metric = ReadGauge | Counter

/** A counter, and what counts. `known` labels start at 0: Prometheus sees no increase in one that appears later. */
export function counter(
  about: { name: string; help: string; labelNames: readonly string[] },
  known: readonly (readonly string[])[] = [],
) {
  const metric = new Counter({ ...about, registers: [] })
  for (const values of known) metric.labels(...values).inc(0)
  return { metric, count: (...values: readonly string[]) => metric.labels(...values).inc() }
}

/** Counts the responses of a service by status. Call it before the routes are registered. */
export function countAnswers(service: FastifyInstance): Metric {
  const { metric, count } = counter({
    name: 'night_routine_http_answers_total',
    help: 'Responses by status.',
    labelNames: ['status'],
  })
  service.addHook('onResponse', (_request, { statusCode }, done) => {
    count(String(statusCode))
    done()
  })
  return metric
}

/** By address; those with port 0 are not shared. */
const openPorts = new Map<string, ReturnType<typeof openPort>>()

/**
 * Opens a second port with `GET /metrics`, because metrics of a household must not be public. Services of one process
 * that name the same port share it: a metric that several have is their sum. Without a port nothing is served.
 */
export async function metricsPort(
  service: FastifyInstance,
  { port, host, metrics }: { port: number | undefined; host: string; metrics: readonly Metric[] },
): Promise<void> {
  if (port === undefined) return
  const registry = new Registry()
  for (const metric of metrics)
    if (metric instanceof Counter) registry.registerMetric(metric)
    else
      addGauge(registry, metric, error =>
        service.log.warn({ metric: metric.name, err: error }, 'a metric could not be read'),
      )

  const key = `${host} ${port}`
  const opened = openPorts.get(key) ?? openPort(service, { port, host })
  const { inside, registries } = opened
  registries.add(registry)
  if (port !== 0) openPorts.set(key, opened)
  service.addHook('onReady', async () => {
    await opened.listen()
  })
  service.addHook('onClose', async () => {
    registries.delete(registry)
    registry.clear()
    if (registries.size > 0) return
    if (openPorts.get(key) === opened) openPorts.delete(key)
    await inside.close()
  })
}

/** A port with metrics, and the services of this process that use it; it listens once for all of them. */
function openPort({ log: logger }: FastifyInstance, address: { port: number; host: string }) {
  const ofProcess = processMetrics()
  const registries = new Set<Registry>()
  const inside = createService({ logger })
  const config = { quiet: true }
  inside.get('/metrics', { config }, async (_request, reply) => {
    const each = await Promise.all([...registries].map(one => one.getMetricsAsJSON()))
    const text = await Promise.all([
      ofProcess.metrics(),
      AggregatorRegistry.aggregate(each).metrics(),
    ])
    return reply
      .header('cache-control', 'no-store')
      .type(ofProcess.contentType)
      .send(text.join('\n'))
  })
  let listening: Promise<unknown> | undefined
  return { inside, registries, listen: () => (listening ??= inside.listen(address)) }
}

let collected: Registry | undefined

/** The metrics of the process, collected from the first call to its end: their observers cannot be removed. */
function processMetrics(): Registry {
  if (collected) return collected
  collected = new Registry()
  collectDefaultMetrics({ register: collected })
  return collected
}

/** One that cannot be read is skipped; the others are still served. */
function addGauge(
  registry: Registry,
  { name, help, labels = [], read }: ReadGauge,
  onFailure: (error: unknown) => void,
): void {
  const gauge: Gauge = new Gauge({
    name,
    help,
    labelNames: [...labels],
    registers: [registry],
    collect: async () => {
      const samples = await Promise.resolve()
        .then(read)
        .catch((error: unknown) => onFailure(error))
      gauge.reset()
      // After a reset, a gauge without labels would report 0 even if it has no value.
      gauge.remove({})
      for (const { labels: of = {}, value } of samples ?? []) gauge.set({ ...of }, value)
    },
  })
}
