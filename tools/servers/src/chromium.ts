import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'
import { chromium, type Browser } from 'playwright-core'
import root, { type Test } from 'tap'

export { virtualAuthenticator } from './virtual-authenticator.ts'

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

/**
 * A whole Chromium for one test, because the headless shell shows no notifications. `npm test` skips files named
 * `*.whole.chromium.test.ts` where only the shell is installed.
 */
export async function launchWholeChromium(t: Test): Promise<Browser> {
  const executablePath = (process.env['PATH'] ?? '')
    .split(delimiter)
    .flatMap(folder =>
      ['chromium', 'chromium-browser', 'google-chrome'].map(name => join(folder, name)),
    )
    .find(isExecutable)
  if (executablePath === undefined) throw new Error('there is no whole chromium on the PATH')
  const browser = await chromium.launch({ executablePath, args })
  t.teardown(() => browser.close())
  return browser
}

function isExecutable(path: string) {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

const args = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--disable-background-networking',
  '--renderer-process-limit=1',
  // A name of a home network, where browsers do not see plain http as secure, unlike localhost.
  '--host-resolver-rules=MAP nights.lan 127.0.0.1',
]

async function launch() {
  const executablePath = process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium'
  const browser = await chromium.launch({ executablePath, args })
  root.teardown(() => browser.close())
  return browser
}
