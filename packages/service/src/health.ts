import type { FastifyInstance } from 'fastify'
import { withinTime } from './rounds.ts'

/** By name; each rejects when a dependency is unavailable, or says a word for what is worth knowing. The signal aborts when a check takes too long. */
type ReadinessChecks = Readonly<Record<string, (signal: AbortSignal) => Promise<unknown>>>

export interface HealthOptions {
  /** The service cannot work without these: /readyz answers 503. */
  readonly required: ReadinessChecks
  /** The service can work without these: /readyz reports them and stays 200. */
  readonly reported?: ReadinessChecks
  /** Time limit for a check; one second by default. */
  readonly checkTimeoutMs?: number
}

/** Two addresses for machines: /healthz (the process is alive) and /readyz (it can serve). Failures are only logged. */
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
  const config = { quiet: true, access: 'public' } as const

  service.get('/healthz', { config }, async () => ({ status: 'alive' }))

  service.get('/readyz', { config }, async (_request, reply) => {
    const [needed, wanted] = await Promise.all([runAll(required), runAll(reported)])
    const ready = !closing && Object.values(needed).every(result => result === 'ok')
    return reply
      .code(ready ? 200 : 503)
      .send({ status: ready ? 'ready' : 'not ready', checks: { ...needed, ...wanted } })
  })

  async function runAll(checks: ReadinessChecks) {
    const results = Object.entries(checks).map(async ([name, check]) => {
      try {
        const said = await withinTime(check(AbortSignal.timeout(checkTimeoutMs)), checkTimeoutMs)
        return [name, typeof said === 'string' ? said : 'ok'] as const
      } catch (error) {
        service.log.warn({ check: name, err: error }, 'a readiness check failed')
        return [name, 'away'] as const
      }
    })
    return Object.fromEntries(await Promise.all(results))
  }
}
