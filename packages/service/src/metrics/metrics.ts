import type { FastifyInstance } from 'fastify'
import { collectDefaultMetrics, Registry } from 'prom-client'
import { createService } from '../http/create-service.ts'
import { addMetric, type Metric } from './metric.ts'

/** Where metrics are told, and which beside those of the process. */
export interface MetricsOptions {
  /** `METRICS_PORT`; unset: nowhere. */
  readonly port: number | undefined
  /** `METRICS_HOST`. */
  readonly host: string
  readonly metrics: readonly Metric[]
}

/**
 * A plugin that opens a second port with one address, `GET /metrics`, in the format of Prometheus. It is
 * not a route of the service itself: what a household's deployment tells about itself is nobody's
 * business on the internet. It listens when the service is ready, and closes with it.
 */
export async function metricsPort(
  service: FastifyInstance,
  { port, host, metrics }: MetricsOptions,
): Promise<void> {
  if (port === undefined) return
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  for (const metric of metrics)
    addMetric(registry, metric, error =>
      service.log.warn({ metric: metric.name, err: error }, 'a metric could not be read'),
    )

  const inside = createService({ logger: service.log })
  const config = { pressureHandler: () => undefined, quiet: true }
  inside.get('/metrics', { config }, async (_request, reply) =>
    reply
      .header('cache-control', 'no-store')
      .type(registry.contentType)
      .send(await registry.metrics()),
  )
  service.addHook('onReady', async () => {
    await inside.listen({ port, host })
  })
  service.addHook('onClose', async () => {
    await inside.close()
    registry.clear()
  })
}
