import { chromium, type Browser } from 'playwright-core'

/** What is asked of a test: node-tap's `t`. */
interface Test {
  teardown(fn: () => Promise<unknown>): unknown
  readonly parent?: Test | undefined
}

let running: Promise<Browser> | undefined

/**
 * The browser of this process, which starts with the first test that needs it. Its pages are closed when `t` is
 * torn down, and the browser after the last test.
 */
export async function launchChromium(t: Test): Promise<Browser> {
  running ??= launch(rootOf(t))
  const browser = await running
  t.teardown(() => Promise.all(browser.contexts().map(context => context.close())))
  return browser
}

async function launch(root: Test) {
  const browser = await chromium.launch({
    executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--disable-background-networking'],
  })
  root.teardown(() => browser.close())
  return browser
}

function rootOf(t: Test): Test {
  return t.parent ? rootOf(t.parent) : t
}
