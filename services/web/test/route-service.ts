import cookie from '@fastify/cookie'
import type { Parent, ParentId } from '@night-routine/database/nights'
import type { Session } from '@night-routine/database/people'
import type { Settings } from '@night-routine/household'
import { createLogger, createService } from '@night-routine/service'
import type { FastifyInstance } from 'fastify'
import type { Providers } from '@night-routine/wording'
import type { Test } from 'tap'
import { parents, settings } from './demo-household.ts'
import { providers } from './providers.ts'
import { findAssets, serveAssets } from '../src/plugins/assets.ts'
import { cookieAttributes } from '../src/plugins/cookies.ts'
import { errorPage, sayError, translateError } from '../src/plugins/errors.ts'
import { speakLanguages } from '../src/plugins/languages.ts'
import { securityHeaders } from '../src/plugins/security-headers.ts'
import { toastOf, toasts } from '../src/plugins/toasts.ts'
import { views } from '../src/plugins/views.ts'
import { isFlashShown, storedFlash } from '../src/plugins/flash.ts'

/**
 * A service with pages and errors as in production, in which `session` is signed in, for one route; `language`
 * and `household` are those of the visit.
 */
export async function routeService(
  t: Pick<Test, 'teardown'>,
  session: Session | null,
  log: string[] = [],
  language = 'en',
  household: {
    settings?: Partial<Settings>
    parents?: Record<ParentId, Parent>
    /** Which parent reads; Alex, if it isn't said. */
    reader?: ParentId | null
    providers?: Providers
    /** The language that the reader chose, if any. */
    chosen?: string
  } = {},
): Promise<FastifyInstance> {
  const named = household.providers ?? providers
  const surroundings = {
    assets: await findAssets(),
    emulator: named === providers,
    providers: named,
  }
  const service = createService({
    logger: createLogger({
      name: 'test',
      level: 'info',
      destination: { write: line => void log.push(line) },
    }),
    headers: securityHeaders({ PUBLIC_URL: 'http://localhost:8080' }),
    // A slow machine is no fault of the page.
    handlerTimeoutMs: 0,
    translateError,
    sayError,
    errorPage: errorPage(surroundings),
  })
  t.teardown(() => service.close())
  service.removeContentTypeParser('application/json')
  service.decorateRequest('sessionContext', null)
  service.addHook('onRequest', async request => {
    const visited = { ...settings, language, ...household.settings }
    if (session)
      request.sessionContext = {
        session: { ...session, accessToken: null },
        reader: household.reader === undefined ? 'a' : household.reader,
        language: household.chosen ?? null,
        settings: visited,
        parents: household.parents ?? parents,
      }
  })
  await service.register(cookie, { parseOptions: cookieAttributes('http://localhost:8080') })
  await speakLanguages(service, { providers: named })
  toasts(service, async request => {
    const stored = isFlashShown(request) ? null : storedFlash(request)
    return stored && toastOf(stored)
  })
  await serveAssets(service)
  await views(service, surroundings)
  return service
}
