import type { Browser, Page } from 'playwright-core'
import type { Screen } from './screens.ts'

/** Opens screens one after the other and collects page errors. */
export async function openScreens(browser: Browser, language: string) {
  // The household's zone: another one is asked about once.
  const timezoneId = 'Europe/Paris'
  const context = await browser.newContext({
    locale: language,
    timezoneId,
    serviceWorkers: 'block',
  })
  const complaints: string[] = []
  const [page, plain] = [await context.newPage(), await context.newPage()]
  for (const each of [page, plain]) {
    each.setDefaultTimeout(60_000)
    each.on('pageerror', error => complaints.push(error.message))
    each.on('console', message => {
      // Chromium also reports a document that is an error page, as some of these are meant to be.
      const isDocument = message.location().url === each.url()
      if (message.type() === 'error' && !(isDocument && message.text().includes('status of')))
        complaints.push(`${each.url()}: ${message.text()}`)
    })
  }
  await plain.route('**/site.*.js', route =>
    route.fulfill({ contentType: 'text/javascript', body: '' }),
  )

  async function open(screen: Screen): Promise<Page> {
    const at = screen.plain ? plain : page
    await at.emulateMedia({ colorScheme: 'light' })
    // A message stays for a minute, and this is another screen.
    await at.context().clearCookies()
    await at.goto(screen.address)
    await screen.after?.(at)
    if (screen.address.includes('night=2026') && !screen.plain && !screen.after)
      await at.locator('dialog[open]').waitFor()
    return at
  }
  return { open, complaints }
}
