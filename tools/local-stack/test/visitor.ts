import { launchChromium } from '@night-routine/servers/chromium'
import type { Browser, Page } from 'playwright-core'
import type { Test } from 'tap'

export { launchChromium }

/** A page of a new visitor; anything it complains about in its console fails the test. */
export async function visitor(
  t: Test,
  browser: Browser,
  options: { width: number; javaScript: boolean; dark?: boolean },
): Promise<Page> {
  const context = await browser.newContext({
    viewport: { width: options.width, height: options.width < 700 ? 740 : 800 },
    javaScriptEnabled: options.javaScript,
    colorScheme: options.dark ? 'dark' : 'light',
    locale: 'en',
  })
  t.teardown(() => context.close())
  const page = await context.newPage()
  page.setDefaultTimeout(60_000)
  page.on('console', message => {
    if (message.type() === 'error' && !message.text().includes('status of 4'))
      t.fail(message.text())
  })
  page.on('pageerror', error => t.fail(error.message))
  return page
}

export async function fitsTheScreen(t: Test, page: Page): Promise<void> {
  const [scroll, width] = await page.evaluate<[number, number]>(
    '[document.documentElement.scrollWidth, document.documentElement.clientWidth]',
  )
  t.equal(scroll, width, `${page.url()} does not scroll sideways at ${width} px`)
}
