import type { FastifyInstance } from 'fastify'
import { collectDefaultMetrics, Registry } from 'prom-client'
import { createService } from '../http/create-service.ts'
import { addMetric, type Metric } from './metric.ts'

/** Where metrics are served, and which ones besides those of the process. */
export interface MetricsOptions {
  /** `METRICS_PORT`; without it, metrics are not served. */
  readonly port: number | undefined
  /** `METRICS_HOST`. */
  readonly host: string
  readonly metrics: readonly Metric[]
  /** More private pages for the same port. */
  readonly pages?: (service: FastifyInstance) => Promise<void>
}

/**
 * A plugin that opens a second port with `GET /metrics`, in the Prometheus format, and `pages`. They are not
 * on the service's own port, because metrics of a household must not be public. The port opens when the
 * service is ready and closes with it.
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
