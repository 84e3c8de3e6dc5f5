import cookie from '@fastify/cookie'
import formbody from '@fastify/formbody'
import {
  awaitSchema,
  dismissNotice,
  findSessionContext,
  readCalendar,
  readHistoryChanges,
  readNights,
  readRecord,
  readToken,
  touchSession,
} from '@night-routine/database'
import { putNightsBack } from '@night-routine/calendar-sync'
import { readUndoableChange, readSettings } from '@night-routine/household'
import {
  countAnswers,
  createService,
  health,
  metricsPort,
  type ServiceDependencies,
} from '@night-routine/service'
import { wording } from '@night-routine/wording'
import type { FastifyInstance } from 'fastify'
import { allowList } from './allow-list.ts'
import { changeHousehold } from './change-household.ts'
import { usesEmulator, type Config } from './config.ts'
import { connectionFrom } from './connection.ts'
import { openDependencies, type Dependencies } from './dependencies.ts'
import { help } from './routes/help/help.ts'
import { homePages } from './home-pages.ts'
import { readHousehold, selectCalendar, syncInRounds } from './household.ts'
import { disconnect, isDisconnecting } from './disconnect.ts'
import { linkPages } from './link-pages.ts'
import { nightPages } from './night-pages.ts'
import { settingsPages } from './settings-pages.ts'
import { signInPages } from './sign-in-pages.ts'
import { findAssets, serveAssets } from './plugins/assets.ts'
import { errorPage, sayError, translateError } from './plugins/errors.ts'
import { speakLanguages } from './plugins/languages.ts'
import { guardOrigin } from './plugins/origin.ts'
import { securityHeaders } from './plugins/security-headers.ts'
import { sessions } from './plugins/sessions.ts'
import { views } from './plugins/views.ts'
import { calendars } from './routes/calendars/calendars.ts'
import { disconnect as disconnectCalendar } from './routes/calendars/disconnect.ts'
import { selectCalendar as select } from './routes/calendars/select.ts'
import { history } from './routes/history/history.ts'
import { manifest } from './routes/manifest/manifest.ts'
import { notices } from './routes/notices/notices.ts'
import { statistics } from './routes/statistics/statistics.ts'
import { sync as syncNow } from './routes/sync/sync.ts'

/** A page takes some milliseconds of a core: a request after so many others would wait for longer than a second. */
const mostRequests = 300
/** A site that is published for the first time has no page that shows how far it is. */
const firstSitePatienceMs = 5_000

/** The pages, form posts, JSON endpoints and sign-in, in one instance that does not listen yet. */
export async function buildService(given: ServiceDependencies<Config>): Promise<FastifyInstance> {
  const { config, logger, clock } = given
  const publicUrl = config.PUBLIC_URL
  const surroundings = {
    assets: await findAssets(),
    emulator: usesEmulator(config),
  }
  const service = createService({
    logger,
    trustedProxies: config.TRUSTED_PROXIES,
    headers: securityHeaders(publicUrl),
    mostRequests,
    translateError,
    sayError,
    errorPage: errorPage(surroundings),
  })
  const dependencies = openDependencies(given)
  service.addHook('onClose', dependencies.close)
  const { db } = dependencies
  await service.register(metricsPort, {
    port: config.METRICS_PORT,
    host: config.METRICS_HOST,
    metrics: [countAnswers(service), dependencies.providerAnswers],
  })
  const mayEnter = allowList(config.ALLOWED_EMAILS)

  guardOrigin(service, { publicUrl })
  await service.register(cookie)
  await service.register(formbody)
  sessions(service, {
    findSessionContext: tokenHash => findSessionContext(db, tokenHash),
    touchSession: (hash, now) => touchSession(db, hash, now),
    mayEnter,
    clock,
  })
  await speakLanguages(service)
  await serveAssets(service)
  await views(service, surroundings)
  await service.register(help)
  await service.register(manifest, surroundings)

  await routes(service, { ...dependencies, config, mayEnter })
  await service.register(health, {
    required: {
      database: signal => awaitSchema(db, { signal }),
      household: () => readSettings(db),
    },
    reported: { queue: dependencies.checkQueue },
  })
  return service
}

type RouteDependencies = Dependencies & { config: Config; mayEnter: (email: string) => boolean }

async function routes(service: FastifyInstance, dependencies: RouteDependencies) {
  const { config, db, keys, clock, calendars: provider, mayEnter } = dependencies
  const publicUrl = config.PUBLIC_URL
  const change = changeHousehold(dependencies)
  const readConnection = () => connectionFrom(() => readToken(db, keys))
  const listCalendars = () => provider.listCalendars()
  const pages = {
    readHousehold: () => readHousehold(db),
    readNights: (from: Temporal.PlainDate, to: Temporal.PlainDate) => readNights(db, from, to),
    readConnection,
    words: wording('en'),
    clock,
  }

  const anybodyMayEnter = config.ALLOWED_EMAILS.some(mayEnter)
  await homePages(service, { ...pages, db, anybodyMayEnter, publicUrl })
  await service.register(statistics, {
    ...pages,
    readRecord: range => readRecord(db, range),
  })
  await service.register(history, {
    ...pages,
    readHistoryChanges: asked => readHistoryChanges(db, asked),
    readUndoableChange: () => readUndoableChange(db, clock.now()),
  })
  await linkPages(service, { ...pages, db, publicUrl })
  await settingsPages(service, {
    db,
    keys,
    clock,
    change,
    readConnection,
    publicUrl,
    patienceMs: firstSitePatienceMs,
  })
  await service.register(calendars, {
    listCalendars,
    readCalendar: () => readCalendar(db),
    readConnection,
    isDisconnecting: () => isDisconnecting(db),
  })
  await service.register(disconnectCalendar, {
    disconnect: by => disconnect(dependencies, by),
  })
  await service.register(notices, {
    dismissNotice: id => dismissNotice(db, id, clock.now()),
    putNightsBack: session => change(session, (trx, by) => putNightsBack(trx, by)),
  })
  await service.register(select, {
    listCalendars,
    selectCalendar: (calendar, by) => selectCalendar(dependencies, calendar, by),
  })
  await service.register(syncNow, { sync: syncInRounds(dependencies), publicUrl })
  await nightPages(service, { db, change, publicUrl })
  await signInPages(service, { ...dependencies, readConnection, publicUrl })
}
