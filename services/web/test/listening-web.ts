import { setTimeout as sleep } from 'node:timers/promises'
import { saveCalendar } from '@night-routine/database/calendar'
import { transaction } from '@night-routine/database/connection'
import { saveMemberParent } from '@night-routine/database/people'
import { freePort } from '@night-routine/servers'
import { launchChromium, launchWholeChromium } from '@night-routine/servers/chromium'
import type { BrowserContextOptions, Page } from 'playwright-core'
import type { Test } from 'tap'
import { sync } from '../src/nights/home/sync.ts'
import { Browser } from './browser.ts'
import { alex, noWakes } from './demo-household.ts'
import { runWeb, type RunningWeb } from './running-web.ts'

/** A listening service with a plan and two signed-in people. */
export interface ListeningWeb {
  web: RunningWeb
  origin: string
  /** The other parent, at another screen. */
  robin: Browser
  session: string
}

export async function listeningWeb(t: Test): Promise<ListeningWeb> {
  const port = await freePort()
  const origin = `http://127.0.0.1:${port}`
  const web = await runWeb(t, { PUBLIC_URL: origin })
  const family = { calendarId: 'family', calendarName: 'Family' }
  await transaction(web.db, trx => saveCalendar(trx, family))
  await sync({ ...web, lockingDb: web.db, wake: noWakes }, alex)
  const [person, robin] = [new Browser(web), new Browser(web)]
  await person.signIn('alex@example.com')
  await robin.signIn('robin@example.com')
  await saveMemberParent(web.db, 'alex@example.com', 'a')
  await saveMemberParent(web.db, 'robin@example.com', 'b')
  await web.service.listen({ host: '127.0.0.1', port })
  return { web, origin, robin, session: person.cookies.get('session') ?? '' }
}

/** The household's date. */
export const todayOf = ({ clock }: RunningWeb) =>
  clock.now().toZonedDateTimeISO('Europe/Paris').toPlainDate()

export { launchChromium, launchWholeChromium }

/** Alex shows once more who they are, and goes on. */
export async function confirmAtGoogle(page: Page): Promise<void> {
  await page.getByRole('heading', { name: 'Is it really you?' }).waitFor()
  await page.getByRole('link', { name: 'Sign in with Google' }).click()
  await page.getByRole('link', { name: 'Alex' }).click()
  await page.getByRole('button', { name: 'Continue' }).click()
}

/** A signed-in page with its errors and CSP violations. */
export async function openPage(
  browser: Awaited<ReturnType<typeof launchChromium>>,
  { origin, session }: ListeningWeb,
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
