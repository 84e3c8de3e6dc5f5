import cookie from '@fastify/cookie'
import formbody from '@fastify/formbody'
import { awaitSchema, readSettingsRow } from '@night-routine/database'
import {
  countAnswers,
  createService,
  health,
  metricsPort,
  type ServiceDependencies,
} from '@night-routine/service'
import type { FastifyInstance } from 'fastify'
import type { Config } from './config.ts'
import { openContext, type WebContext } from './context.ts'
import { findAssets, serveAssets } from './plugins/assets.ts'
import { errorPage, sayError, translateError } from './plugins/errors.ts'
import { speakLanguages } from './plugins/languages.ts'
import { guardOrigin } from './plugins/origin.ts'
import { securityHeaders } from './plugins/security-headers.ts'
import { sessions } from './plugins/sessions.ts'
import { views } from './plugins/views.ts'
import { babysitter } from './routes/assignments/babysitter.ts'
import { details } from './routes/assignments/details.ts'
import { auth } from './routes/auth/auth.ts'
import { callback } from './routes/auth/callback.ts'
import { signInAttempts } from './routes/auth/sign-in-attempt.ts'
import { calendars } from './routes/calendars/calendars.ts'
import { disconnect } from './routes/calendars/disconnect.ts'
import { make } from './routes/calendars/make.ts'
import { select } from './routes/calendars/select.ts'
import { feed } from './routes/feed/feed.ts'
import { links } from './routes/feed/links.ts'
import { help } from './routes/help/help.ts'
import { history } from './routes/history/history.ts'
import { home } from './routes/home/home.ts'
import { manifest } from './routes/manifest/manifest.ts'
import { nightNote } from './routes/nights/note.ts'
import { nights } from './routes/nights/nights.ts'
import { notices } from './routes/notices/notices.ts'
import { notifications } from './routes/notifications/notifications.ts'
import { unsubscribe } from './routes/notifications/unsubscribe.ts'
import { serviceWorker } from './routes/service-worker/service-worker.ts'
import { invitations } from './routes/people/invitations.ts'
import { people } from './routes/people/people.ts'
import { sessionList } from './routes/sessions/sessions.ts'
import { absences } from './routes/settings/absences.ts'
import { publishing } from './routes/settings/publishing.ts'
import { settings } from './routes/settings/settings.ts'
import { share } from './routes/share/share.ts'
import { statistics } from './routes/statistics/statistics.ts'
import { status } from './routes/status/status.ts'
import { sync } from './routes/sync/sync.ts'
import { timeZone } from './routes/time-zone/time-zone.ts'
import { tonight } from './routes/tonight/tonight.ts'
import { sharedTonight } from './routes/tonight/shared-tonight.ts'

/** A page takes some milliseconds of a core: a request after so many others would wait for longer than a second. */
const mostRequests = 300

/** The pages, form posts, JSON endpoints and sign-in, in one instance that does not listen yet. */
export async function buildService(given: ServiceDependencies<Config>): Promise<FastifyInstance> {
  const { config, logger } = given
  const context = openContext(given)
  const { provider, providers } = context
  const surroundings = { assets: await findAssets(), emulator: provider.isEmulator, providers }
  const service = createService({
    ...given.limits,
    logger,
    trustedProxies: config.TRUSTED_PROXIES,
    headers: securityHeaders(config.PUBLIC_URL),
    mostRequests,
    translateError,
    sayError,
    errorPage: errorPage(surroundings),
  })
  service.addHook('onClose', context.close)
  await service.register(metricsPort, {
    port: config.METRICS_PORT,
    host: config.METRICS_HOST,
    metrics: [countAnswers(service), context.providerAnswers],
  })

  guardOrigin(service, context)
  await service.register(cookie)
  await service.register(formbody)
  sessions(service, context)
  await speakLanguages(service, context)
  await serveAssets(service)
  await views(service, surroundings)
  await service.register(help, context)
  await service.register(manifest, surroundings)
  await service.register(serviceWorker, surroundings)
  await pages(service, context)
  await service.register(health, {
    required: {
      database: signal => awaitSchema(context.db, { signal }),
      household: async () => {
        await context.prepared
        await readSettingsRow(context.db)
      },
    },
    reported: { queue: context.checkQueue },
  })
  return service
}

async function pages(service: FastifyInstance, context: WebContext) {
  const plugins = [home, status, statistics, history, feed, share, settings, absences, links]
  plugins.push(publishing, sessionList, calendars, disconnect, make, select, notices, sync)
  plugins.push(details, babysitter, nights, nightNote, tonight, sharedTonight)
  plugins.push(notifications, unsubscribe, people, timeZone)
  for (const plugin of plugins) await service.register(plugin, context)
  const attempts = signInAttempts(context)
  await service.register(auth, { ...context, attempts })
  await service.register(invitations, { ...context, attempts })
  await service.register(callback, { ...context, attempts })
}
