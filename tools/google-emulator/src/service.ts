import { fileURLToPath } from 'node:url'
import staticFiles from '@fastify/static'
import view from '@fastify/view'
import type { ServiceDependencies } from '@night-routine/service'
import Fastify from 'fastify'
import type { FastifyInstance } from 'fastify'
import handlebars from 'handlebars'
import type { Config } from './config.ts'
import { interfere } from './control/interference.ts'
import { createRequestLog } from './control/request-log.ts'
import { createRules } from './control/rules.ts'
import { answerErrors, readJson } from './errors.ts'
import { createNotifier } from './notifications/notifier.ts'
import { signingKey } from './oauth/signing-key.ts'
import calendars from './routes/calendars/calendars.ts'
import consent from './routes/consent/consent.ts'
import control from './routes/control/control.ts'
import events from './routes/events/events.ts'
import list from './routes/events/list.ts'
import people from './routes/people/people.ts'
import token from './routes/token/token.ts'
import watch from './routes/watch/watch.ts'
import { movableClock } from './state/clock.ts'
import { switchesOff } from './state/provider.ts'
import type { Provider } from './state/provider.ts'
import { openStateFile } from './state/state-file.ts'

/** The whole provider at one origin: sign-in, calendar, pages for people, control for tests. */
export async function buildService(dependencies: ServiceDependencies<Config>) {
  const { config, logger } = dependencies
  const service: FastifyInstance = Fastify({
    loggerInstance: logger,
    // Event ids may be 1024 characters long.
    routerOptions: { maxParamLength: 1100 },
    forceCloseConnections: true,
  })

  const clock = movableClock(dependencies.clock)
  const notifier = createNotifier({ clock, retryBaseMilliseconds: config.RETRY_BASE_MILLISECONDS })
  const stateFile = openStateFile(config.STATE_FILE, error => logger.error(error))
  const provider: Provider = {
    state: await stateFile.read(),
    switches: switchesOff(),
    clock,
    client: {
      id: config.GOOGLE_CLIENT_ID,
      secret: config.GOOGLE_CLIENT_SECRET,
      redirectUris: config.REDIRECT_URIS,
    },
    signingKey: await signingKey(),
    calendarChanged: calendarId =>
      notifier.notify(provider.state.channels.filter(channel => channel.calendarId === calendarId)),
  }
  service.addHook('onResponse', async () => stateFile.saveSoon(provider.state))
  service.addHook('onClose', async () => {
    notifier.close()
    await stateFile.close(provider.state)
  })

  const rules = createRules()
  service.addHook('preClose', async () => rules.release())
  const requests = createRequestLog()
  interfere(service, { provider, requests, rules })
  readJson(service)
  answerErrors(service)

  const root = fileURLToPath(new URL('..', import.meta.url))
  await service.register(staticFiles, { root: `${root}public`, prefix: '/public/' })
  await service.register(view, {
    engine: { handlebars },
    root: `${root}src`,
    layout: 'routes/layout.hbs',
    options: { compileOptions: { strict: true } },
  })
  await service.register(consent, { provider })
  await service.register(token, { provider, issuer: config.ISSUER })
  await service.register(calendars, { prefix: '/calendar/v3', provider })
  await service.register(list, { prefix: '/calendar/v3', provider })
  await service.register(events, { prefix: '/calendar/v3', provider })
  await service.register(watch, { prefix: '/calendar/v3', provider, notifier })
  await service.register(people, { provider })
  await service.register(control, {
    prefix: '/__control',
    provider,
    notifier,
    requests,
    rules,
  })
  return service
}
