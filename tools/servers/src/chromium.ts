import { chromium, type Browser } from 'playwright-core'
import root, { type Test } from 'tap'

let running: Promise<Browser> | undefined

/**
 * The browser of this process, which starts with the first test that needs it and ends after the last one. Its
 * pages are closed when `t` is torn down.
 */
export async function launchChromium(t: Test): Promise<Browser> {
  running ??= launch()
  const browser = await running
  t.teardown(() => Promise.all(browser.contexts().map(context => context.close())))
  return browser
}

async function launch() {
  const browser = await chromium.launch({
    executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--disable-background-networking',
      '--renderer-process-limit=1',
    ],
  })
  root.teardown(() => browser.close())
  return browser
}
