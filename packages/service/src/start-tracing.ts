import type { Logger } from './logger.ts'

const quiet = () => undefined

/**
 * Sends spans to `endpoint` as OTLP over HTTP. A collector that is down only causes log lines. The standard
 * variables OTEL_EXPORTER_OTLP_* set further options.
 * @returns a function that sends the remaining spans; call it before the process ends
 */
export async function startTracing({
  name,
  endpoint,
  logger,
}: {
  name: string
  endpoint: string | undefined
  logger: Logger
}): Promise<() => Promise<void>> {
  if (endpoint === undefined) return async () => undefined
  const [api, hooks, core, exporter, resources, sdk] = await Promise.all([
    import('@opentelemetry/api'),
    import('@opentelemetry/context-async-hooks'),
    import('@opentelemetry/core'),
    import('@opentelemetry/exporter-trace-otlp-http'),
    import('@opentelemetry/resources'),
    import('@opentelemetry/sdk-trace'),
  ])
  const tell = (text: string, ...details: unknown[]) =>
    logger.warn(
      { err: details.find(detail => detail instanceof Error) },
      `traces are not sent: ${text}`,
    )
  api.diag.setLogger(
    { error: tell, warn: tell, info: quiet, debug: quiet, verbose: quiet },
    api.DiagLogLevel.WARN,
  )
  const url = new URL('v1/traces', endpoint.endsWith('/') ? endpoint : `${endpoint}/`).href
  const provider = new sdk.TracerProvider({
    resource: resources.resourceFromAttributes({
      'service.name': name,
      'service.namespace': 'night-routine',
    }),
    spanProcessors: [
      new sdk.BatchSpanProcessor({ exporter: new exporter.OTLPTraceExporter({ url }) }),
    ],
  })
  api.context.setGlobalContextManager(new hooks.AsyncLocalStorageContextManager().enable())
  api.propagation.setGlobalPropagator(new core.W3CTraceContextPropagator())
  api.trace.setGlobalTracerProvider(provider)
  return async () => {
    await provider.shutdown().catch((error: unknown) => tell('the last spans', error))
    for (const part of [api.trace, api.propagation, api.context, api.diag]) part.disable()
  }
}
