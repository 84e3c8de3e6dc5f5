import autoload from '@fastify/autoload'
import cookie from '@fastify/cookie'
import { awaitSchema } from '@night-routine/database/connection'
import { readSettingsRow } from '@night-routine/database/nights'
import { countAnswers, createService, health, metricsPort } from '@night-routine/service'
import type { FastifyInstance } from 'fastify'
import { openContext, type WebDependencies } from './plugins/context.ts'
import { findAssets, serveAssets } from './plugins/assets.ts'
import { cookieAttributes } from './plugins/cookies.ts'
import { answersProblem, errorPage, sayError, translateError } from './plugins/errors.ts'
import { speakLanguages } from './plugins/languages.ts'
import { guardOrigin } from './plugins/origin.ts'
import { limitAccessTokens } from './plugins/rate-limit.ts'
import { securityHeaders } from './plugins/security-headers.ts'
import { sessions } from './plugins/sessions.ts'
import { toastReader, toasts } from './plugins/toasts.ts'
import { views, type Surroundings } from './plugins/views.ts'
import type { SignInContext } from './sign-in/begin-sign-in.ts'
import { confirmations } from './sign-in/confirm.ts'
import type { CallbackContext } from './sign-in/callback-route.ts'
import { signInAttempts } from './sign-in/sign-in-attempt.ts'

export { default as cookies } from '@fastify/cookie'
export { configSchema } from './config.ts'
export type { Machine, WebDependencies } from './plugins/context.ts'
// services/home asks for missing settings on a page that looks and speaks as these do, before there is a web.
export {
  checkSetUpCode,
  freshSetUpCode,
  hasPeople,
  opensSettings,
  setUpCode,
} from './plugins/set-up-code.ts'
export {
  firstHouseholdFields,
  firstHouseholdView,
  type FirstHouseholdForm,
} from './first-household-view.ts'
export { makeFirstHousehold } from './first-household.ts'
export { tellInstallationChanged } from './sign-in/record-change.ts'
export { cookieAttributes, setUpCookie } from './plugins/cookies.ts'
export { signInHost } from './plugins/sign-in-host.ts'
export { findAssets, serveAssets } from './plugins/assets.ts'
export { sayError, translateError } from './plugins/errors.ts'
export { fieldView, type Field } from './plugins/fields.ts'
export { speakLanguages, wordingOf } from './plugins/languages.ts'
export { securityHeaders } from './plugins/security-headers.ts'
export { templateWording } from './plugins/template-wording.ts'
export { fieldTemplates } from './plugins/views.ts'

/** A page takes some milliseconds of a core: a request after so many others would wait for longer than a second. */
const mostRequests = 300

/** The pages, form posts, JSON endpoints and sign-in, in one instance that does not listen yet. */
export async function buildService(given: WebDependencies): Promise<FastifyInstance> {
  const { config, logger } = given
  const context = openContext(given)
  const { provider, providers } = context
  const assets = await findAssets()
  const surroundings = { assets, emulator: provider.isEmulator, providers }
  const service = createService({
    ...given.limits,
    logger,
    trustedProxies: config.TRUSTED_PROXIES,
    headers: securityHeaders(config),
    mostRequests,
    translateError,
    sayError,
    answersProblem,
    errorPage: errorPage(surroundings),
  })
  service.addHook('onClose', context.close)
  await service.register(metricsPort, {
    port: config.METRICS_PORT,
    host: config.METRICS_HOST,
    metrics: [countAnswers(service), context.providerAnswers],
  })

  // Routes take forms; those of the API take JSON (`takeJsonOnly`).
  service.removeContentTypeParser('application/json')
  guardOrigin(service, context)
  await service.register(cookie, { parseOptions: cookieAttributes(context.publicUrl) })
  sessions(service, context)
  confirmations(service, context)
  await limitAccessTokens(service)
  await speakLanguages(service, context)
  toasts(service, toastReader(context))
  await serveAssets(service)
  await views(service, surroundings)
  const options: RouteOptions = { ...context, attempts: signInAttempts(context), assets }
  for (const folder of ['frame', 'sign-in', 'nights', 'household', 'record', 'you'])
    await service.register(autoload, {
      dir: `${import.meta.dirname}/${folder}`,
      matchFilter: /-route\.[jt]s$/,
      // Each route names its whole path.
      dirNameRoutePrefix: false,
      forceESM: true,
      options,
    })
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

/** What the plugins of `routes` ask for, together. */
type RouteOptions = SignInContext & CallbackContext & Pick<Surroundings, 'assets'>
