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
  /** More for the same port: pages that are nobody else's business either. */
  readonly pages?: (service: FastifyInstance) => Promise<void>
}

/**
 * A plugin that opens a second port with `GET /metrics`, in the format of Prometheus, and `pages`. It is
 * not a route of the service itself: what a household's deployment tells about itself is nobody's
 * business on the internet. It listens when the service is ready, and closes with it.
 */
export async function metricsPort(
  service: FastifyInstance,
  { port, host, metrics, pages }: MetricsOptions,
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
  if (pages) await inside.register(pages)
  service.addHook('onReady', async () => {
    await inside.listen({ port, host })
  })
  service.addHook('onClose', async () => {
    await inside.close()
    registry.clear()
  })
}
