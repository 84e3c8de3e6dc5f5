import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { saveMemberParent } from '@night-routine/database/people'
import type { launchChromium } from '@night-routine/servers/chromium'
import type { BrowserContextOptions, Page } from 'playwright-core'
import type { FastifyInstance } from 'fastify'
import type { Test } from 'tap'
import type { Config } from '../src/config.ts'
import { sync } from '../src/nights/home/sync.ts'
import { Browser } from './browser.ts'
import { alex, noWakes } from './demo-household.ts'
import { runWeb, type RunningWeb } from './running-web.ts'
import { selectFamily } from './selected-calendar.ts'

/** A listening service with a plan and two signed-in people. */
export interface ListeningWeb {
  web: RunningWeb
  origin: string
  server: Server
  alex: Browser
  /** The other parent, at another screen. */
  robin: Browser
  /** Alex's. */
  session: string
}

/** An address of this machine. A service has to know its own before it answers there. */
export async function openAddress(t: Pick<Test, 'teardown'>, host = '127.0.0.1') {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.teardown(() => {
    server.close()
    server.closeAllConnections()
  })
  const bound = server.address()
  if (typeof bound !== 'object' || bound === null) throw new Error('the server has no port')
  return {
    server,
    origin: `http://${host}:${bound.port}`,
    port: bound.port,
    serve: ({ routing }: Pick<FastifyInstance, 'routing'>) => void server.on('request', routing),
  }
}

/** `before`: what is there before the first plan. */
export async function listeningWeb(
  t: Pick<Test, 'teardown'>,
  more: Partial<Config> = {},
  before: (web: RunningWeb) => Promise<unknown> = async () => {},
): Promise<ListeningWeb> {
  const { origin, server, serve } = await openAddress(t)
  const web = await runWeb(t, { ...more, PUBLIC_URL: origin })
  await selectFamily(web.db)
  await before(web)
  await sync({ ...web, lockingDb: web.db, wake: noWakes }, alex)
  const [person, robin] = [new Browser(web), new Browser(web)]
  await person.signIn('alex@example.com')
  await robin.signIn('robin@example.com')
  await saveMemberParent(web.db, 'alex@example.com', 'a')
  await saveMemberParent(web.db, 'robin@example.com', 'b')
  serve(web.service)
  return { web, origin, server, alex: person, robin, session: person.cookies.get('session') ?? '' }
}

/** The household's date. */
export const todayOf = ({ clock }: RunningWeb) =>
  clock.now().toZonedDateTimeISO('Europe/Paris').toPlainDate()

/** Alex shows once more who they are, and continues. */
export async function confirmAtGoogle(page: Page): Promise<void> {
  await page.getByRole('heading', { name: 'Is it really you?' }).waitFor()
  await page.getByRole('link', { name: 'Sign in with Google' }).click()
  await page.getByRole('link', { name: 'Alex' }).click()
  await page.getByRole('button', { name: 'Continue' }).click()
}

/** A signed-in page with its errors and CSP violations. */
export async function openPage(
  browser: Awaited<ReturnType<typeof launchChromium>>,
  { origin, session }: Pick<ListeningWeb, 'origin' | 'session'>,
  options: BrowserContextOptions = {},
): Promise<{ page: Page; faults: string[] }> {
  // The household's zone, because another one is asked about once. Tests of the service worker allow it.
  const context = await browser.newContext({
    timezoneId: 'Europe/Paris',
    serviceWorkers: 'block',
    ...options,
  })
  await context.addCookies([{ name: 'session', value: session, url: origin }])
  const page = await context.newPage()
  page.setDefaultTimeout(60_000)
  const faults: string[] = []
  page.on('pageerror', error => faults.push(error.message))
  page.on('console', message => message.type() === 'error' && faults.push(message.text()))
  return { page, faults }
}

/**
 * Waits until the expression is true in the page. Playwright's own wait uses eval, which our CSP blocks.
 */
export async function until(page: Page, expression: string): Promise<void> {
  for (const deadline = performance.now() + 60_000; performance.now() < deadline; await sleep(50)) {
    // A page that is being replaced does not answer.
    const isSo = await page.evaluate<unknown>(expression).catch(() => false)
    if (isSo === true) return
  }
  throw new Error(`this did not come true: ${expression}`)
}
