import cors from '@fastify/cors'
import { awaitVaultSchema, connectVault, parseSecretKeys } from '@night-routine/database/vault'
import {
  countAnswers,
  createService,
  health,
  metricsPort,
  type ServiceDependencies,
} from '@night-routine/service'
import type { FastifyInstance } from 'fastify'
import { firstAccount } from './accounts.ts'
import { findCaller } from './caller.ts'
import type { Config } from './config.ts'
import { openContentStore, type ContentFile } from './content/store.ts'
import { translateError } from './failures.ts'
import type { Host } from './host.ts'
import { startMaintenance } from './maintenance.ts'
import { warnUndecryptableSecrets } from './undecryptable-secrets.ts'
import { readerCookies } from './reader-cookie.ts'
import { createRenderer } from './rendering/renderer.ts'
import { parseRegions } from './regions.ts'
import { longestUploadMs } from './routes/files/upload.ts'
import { routes } from './routes/routes.ts'
import { wayBack } from './routes/pages/pages.ts'
import { createPageCache } from './routes/pages/page-cache.ts'
import { plainPage } from './routes/pages/plain-page.ts'
import { loadTemplates } from './routes/pages/templates.ts'
import { securityHeaders } from './security-headers.ts'
import { signInPlaces } from './sign-in-places.ts'
import { siteAddresses } from './site-host.ts'
import { checkSitePasswords } from './site-passwords.ts'

/** The standard prefix; a setting adds another. */
const neutralPrefix = 'pub-'

export interface VaultDependencies extends ServiceDependencies<Config> {
  /** Creates the file for an upload; tests replace it with a failing disk. */
  createFile?: (path: string) => Promise<ContentFile>
  /** How long a note may take to render; tests shorten it. */
  renderLimitMs?: number
}

/** Builds the API and the published pages; the instance does not listen yet. */
export async function buildService(given: VaultDependencies): Promise<FastifyInstance> {
  const { config, logger, clock } = given
  const db = connectVault({ url: config.DATABASE_URL, applicationName: 'vault' })
  const makeFirstAccount = firstAccount({ db, clock, logger }, config)
  const content = await openContentStore(
    config.VAULT_FOLDER,
    given.createFile ? { createFile: given.createFile } : {},
  )
  // Only this process uses the folder, so temporary files at the start are leftovers.
  await content.clearIncoming(clock.now(), 0)
  const limitMs = given.renderLimitMs
  const renderer = createRenderer({ logger, ...(limitMs !== undefined && { limitMs }) })
  const host = hostOf(given, { db, content, renderer })
  const templates = await loadTemplates()

  const service = createService({
    logger,
    trustedProxies: config.TRUSTED_PROXIES,
    headers: securityHeaders(config.PUBLIC_URL),
    translateError,
    errorPage: ({ status, words }, { url }) =>
      templates.page({
        ...plainPage(`Error ${status}`, templates.listing([], words)),
        ...wayBack(url),
      }),
  })
  // One limit for the whole server; every route except the upload has a shorter one.
  service.server.requestTimeout = longestUploadMs
  service.addHook('onClose', async () => {
    await Promise.all([db.destroy(), renderer.close()])
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
  await service.register(routes, { ...host, templates })

  const tokenDays = config.VAULT_TOKEN_DAYS
  const maintenance = startMaintenance({ db, content, clock, logger, tokenDays, makeFirstAccount })
  service.addHook('onClose', () => maintenance.close())
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

function hostOf(
  { config, logger, clock }: VaultDependencies,
  opened: Pick<Host, 'db' | 'content' | 'renderer'>,
): Host {
  const { db } = opened
  const keys = parseSecretKeys(config.SECRET_KEYS)
  const places = signInPlaces()
  return {
    ...opened,
    logger,
    clock,
    keys,
    regions: parseRegions(config.VAULT_REGIONS),
    addresses: siteAddresses(config),
    limits: {
      fileBytes: config.VAULT_FILE_LIMIT,
      siteBytes: config.VAULT_SITE_QUOTA,
      sites: config.VAULT_SITES_PER_ACCOUNT,
      vaults: config.VAULT_VAULTS_PER_ACCOUNT,
    },
    pageCache: createPageCache(db),
    places,
    readerCookies: readerCookies(keys),
    checkSitePassword: checkSitePasswords({ db, clock, places }),
    warnUndecryptableSecret: warnUndecryptableSecrets(logger),
    hideKeyHash: config.VAULT_HIDE_KEY_HASH,
    headerPrefixes: [...new Set([config.VAULT_HEADER_PREFIX, neutralPrefix])],
    callerOf: findCaller({ db, clock, tokenDays: config.VAULT_TOKEN_DAYS }),
  }
}
