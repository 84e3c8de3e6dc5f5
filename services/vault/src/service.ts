import cors from '@fastify/cors'
import { awaitVaultSchema } from '@night-routine/database/vault'
import {
  countAnswers,
  createService,
  health,
  metricsPort,
  strictTransport,
} from '@night-routine/service'
import type { FastifyInstance } from 'fastify'
import { firstAccount } from './accounts.ts'
import { translateError } from './failures.ts'
import { openHost, type VaultDependencies } from './host.ts'
import { startMaintenance } from './maintenance.ts'
import { wayBack } from './routes/pages/pages.ts'
import { routes } from './routes/routes.ts'
import { longestUploadMs } from './routes/upload.ts'

export { runAccountCommand } from './account/command.ts'
export { configSchema } from './config.ts'
export type { VaultDependencies } from './host.ts'

/** Builds the API and the published pages; the instance does not listen yet. */
export async function buildService(given: VaultDependencies): Promise<FastifyInstance> {
  const host = await openHost(given)
  const { config, logger, clock, db, templates } = host
  const makeFirstAccount = firstAccount(host, config)
  // Only this process uses the folder, so temporary files at the start are leftovers.
  await host.content.clearIncoming(clock.now(), 0)

  const service = createService({
    ...given.limits,
    logger,
    trustedProxies: config.TRUSTED_PROXIES,
    headers: {
      'cache-control': 'no-store',
      'content-security-policy':
        "default-src 'none'; style-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      ...strictTransport(config),
    },
    translateError,
    errorPage: ({ status, text }, { url }) =>
      templates.plainPage({
        title: `Error ${status}`,
        content: templates.listing({ entries: [], text }),
        ...wayBack(url),
      }),
  })
  // One limit for the whole server; every route except the upload has a shorter one.
  service.server.requestTimeout = longestUploadMs
  service.addHook('onClose', async () => {
    await Promise.all([db.destroy(), host.renderer.close()])
  })

  await service.register(metricsPort, {
    port: config.METRICS_PORT,
    host: config.METRICS_HOST,
    metrics: [countAnswers(service)],
  })
  await service.register(cors, {
    origin: '*',
    methods: ['GET', 'HEAD', 'POST', 'OPTIONS'],
    exposedHeaders: ['ETag', 'Retry-After', 'X-Request-Id'],
    maxAge: 86_400,
    strictPreflight: false,
  })
  await service.register(routes, host)

  const maintenance = startMaintenance(host, makeFirstAccount)
  service.addHook('onClose', async () => {
    await maintenance.close()
    await host.ahead.close()
  })
  await service.register(health, {
    required: {
      database: signal => awaitVaultSchema(db, { signal }),
      accounts: async () => {
        if (!maintenance.ready()) throw new Error('the first account has not been checked yet')
      },
    },
  })
  return service
}
