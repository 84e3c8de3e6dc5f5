import type { FastifyInstance } from 'fastify'

/** Rejects when a dependency is unavailable. The signal aborts when the check takes too long. */
export type ReadinessCheck = (signal: AbortSignal) => Promise<unknown>

export interface HealthOptions {
  /** The service cannot work without these: /readyz answers 503. */
  readonly required: Readonly<Record<string, ReadinessCheck>>
  /** The service can work without these: /readyz reports them and stays 200. */
  readonly reported?: Readonly<Record<string, ReadinessCheck>>
  /** Time limit for a check; one second by default. */
  readonly checkTimeoutMs?: number
}

/**
 * A plugin with two addresses for machines: /healthz says that the process is alive, /readyz that it can
 * serve. Details of a failure are only logged.
 */
export async function health(
  service: FastifyInstance,
  { required, reported = {}, checkTimeoutMs = 1_000 }: HealthOptions,
): Promise<void> {
  let closing = false
  service.addHook('preClose', async () => {
    closing = true
  })
  service.addHook('onSend', async (_request, reply) => {
    void reply.header('cache-control', 'no-store')
  })

  // The process is healthy even under pressure: a restart would only lose its work.
  const config = { pressureHandler: () => undefined, quiet: true, access: 'public' } as const

  service.get('/healthz', { config }, async () => ({ status: 'alive' }))

  service.get('/readyz', { config }, async (_request, reply) => {
    const [needed, wanted] = await Promise.all([runAll(required), runAll(reported)])
    const ready = !closing && Object.values(needed).every(result => result === 'ok')
    return reply
      .code(ready ? 200 : 503)
      .send({ status: ready ? 'ready' : 'not ready', checks: { ...needed, ...wanted } })
  })

  async function runAll(checks: Readonly<Record<string, ReadinessCheck>>) {
    const results: Record<string, 'ok' | 'away'> = {}
    await Promise.all(
      Object.entries(checks).map(async ([name, check]) => {
        results[name] = await run(name, check)
      }),
    )
    return results
  }

  async function run(name: string, check: ReadinessCheck): Promise<'ok' | 'away'> {
    try {
      await withinTime(check, checkTimeoutMs)
      return 'ok'
    } catch (error) {
      service.log.warn({ check: name, err: error }, 'a readiness check failed')
      return 'away'
    }
  }
}

async function withinTime(check: ReadinessCheck, ms: number): Promise<void> {
  const signal = AbortSignal.timeout(ms)
  const late = Promise.withResolvers<never>()
  signal.addEventListener('abort', () => late.reject(signal.reason), { once: true })
  await Promise.race([check(signal), late.promise])
}
