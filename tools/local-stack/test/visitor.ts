import { launchChromium } from '@night-routine/servers/chromium'
import type { Browser, Page } from 'playwright-core'
import type { Test } from 'tap'

export { launchChromium }

// A refusal that a journey provokes, or "not now" on a slow machine, after which a page asks again.
const mayBeRefused = /status of (4\d\d|503)/

/** A page of a new visitor; anything else that it complains about in its console fails the test. */
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
    if (message.type() === 'error' && !mayBeRefused.test(message.text()))
      t.fail(`${message.text()} ${message.location().url}`)
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
