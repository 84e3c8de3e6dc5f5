import type { Browser, Page, Response } from 'playwright-core'
import type { Screen } from './screens.ts'

/** Opens screens one after the other and collects page errors. */
export function openScreens(browser: Browser) {
  const complaints: string[] = []
  const pages = new Map<string, Promise<Page>>()
  const pageFor = async ({ language, plain = false }: Screen) => {
    const key = `${language} ${plain}`
    const made = pages.get(key) ?? newPage(language, plain)
    pages.set(key, made)
    return made
  }

  async function newPage(locale: string, plain: boolean): Promise<Page> {
    // The household's zone: another one is asked about once.
    const timezoneId = 'Europe/Paris'
    const context = await browser.newContext({ locale, timezoneId, serviceWorkers: 'block' })
    const page = await context.newPage()
    page.setDefaultTimeout(60_000)
    page.on('pageerror', error => complaints.push(error.message))
    page.on('console', message => {
      // Chromium also reports a document that is an error page, as some of these are meant to be.
      const isDocument = message.location().url === page.url()
      if (message.type() === 'error' && !(isDocument && message.text().includes('status of')))
        complaints.push(`${page.url()}: ${message.text()}`)
    })
    if (plain)
      await page.route('**/site.*.js', route =>
        route.fulfill({ contentType: 'text/javascript', body: '' }),
      )
    return page
  }

  /** The page, and its HTML as it came. */
  async function open(screen: Screen): Promise<{ page: Page; html: string }> {
    const page = await pageFor(screen)
    await page.emulateMedia({ colorScheme: 'light' })
    // A message stays for a minute, and this is another screen.
    await page.context().clearCookies()
    const { origin } = new URL(screen.address)
    await page.context().addCookies(screen.cookies.map(each => ({ ...each, url: origin })))
    let html = Promise.resolve('')
    const keep = (response: Response) => {
      if (response.request().isNavigationRequest() && response.status() !== 302)
        html = response.text().catch(() => '')
    }
    page.on('response', keep)
    await page.goto(screen.address)
    await screen.after?.(page)
    if (screen.unfold)
      await page.evaluate(
        `document.querySelectorAll('details').forEach(each => (each.open = true))`,
      )
    if (screen.address.includes('/?night=') && !screen.plain && !screen.after)
      await page.locator('dialog[open]').waitFor()
    page.off('response', keep)
    return { page, html: await html }
  }
  return { open, complaints }
}
