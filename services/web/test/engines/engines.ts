import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort, waitFor } from '@night-routine/servers'
import { launch, type LaunchOptions } from 'puppeteer-core'
import type { Test } from 'tap'

/** One tab of a browser with its own cookies. Elements are expressions of the page. */
export interface Tab {
  goto(url: string): Promise<unknown>
  /** The value of an expression in the page, or of its promise. */
  evaluate(expression: string): Promise<unknown>
  /** Presses the middle of an element, as a mouse does. */
  click(element: string): Promise<unknown>
  /** Types into an element, as a keyboard does. */
  type(element: string, text: string): Promise<unknown>
  resize(width: number, height: number): Promise<unknown>
  screenshot(): Promise<Uint8Array>
  /** Its errors, and those that pages wrote to the console. */
  faults: string[]
}

/** Starts a browser for one person, which ends with the test. */
export type LaunchEngine = (t: Pick<Test, 'teardown'>, scheme: 'light' | 'dark') => Promise<Tab>

const env = { ...process.env, TZ: 'Europe/Paris' }

/** The engines of the browsers that people have. */
export const engines: Record<'chromium' | 'firefox' | 'webkit', LaunchEngine> = {
  chromium: (t, scheme) =>
    launchByPuppeteer(t, {
      executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
      headless: 'shell',
      args: ['--no-sandbox', `--blink-settings=preferredColorScheme=${scheme === 'dark' ? 0 : 1}`],
    }),
  firefox: (t, scheme) =>
    launchByPuppeteer(t, {
      browser: 'firefox',
      executablePath: process.env['FIREFOX_PATH'] ?? '/usr/bin/firefox',
      extraPrefsFirefox: { 'ui.systemUsesDarkTheme': scheme === 'dark' ? 1 : 0 },
    }),
  webkit: launchWebKit,
}

async function launchByPuppeteer(t: Pick<Test, 'teardown'>, options: LaunchOptions): Promise<Tab> {
  const browser = await launch({ ...options, defaultViewport: null, env })
  t.teardown(() => browser.close())
  const page = await browser.newPage()
  const faults: string[] = []
  page.on('pageerror', error => faults.push(String(error)))
  // Chromium also writes there that an answer was 400.
  page.on('console', message => {
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
      faults.push(message.text())
  })
  const find = async (element: string) => {
    const found = (await page.evaluateHandle(element)).asElement()
    if (found === null) throw new Error(`there is no ${element}`)
    return found as typeof found & { click(): Promise<void> }
  }
  return {
    faults,
    goto: url => page.goto(url),
    evaluate: expression => page.evaluate(expression),
    click: async element => (await find(element)).click(),
    type: async (element, text) => (await find(element)).type(text),
    resize: (width, height) => page.setViewport({ width, height }),
    screenshot: () => page.screenshot(),
  }
}

/** WebKitGTK's MiniBrowser, by https://www.w3.org/TR/webdriver2/. */
async function launchWebKit(...[t, scheme]: Parameters<LaunchEngine>): Promise<Tab> {
  const folder = await mkdtemp(join(tmpdir(), 'night-routine-webkit-'))
  t.teardown(() => rm(folder, { recursive: true, force: true }))
  // Its toolbar is wider than a phone.
  await mkdir(join(folder, 'gtk-3.0'))
  await writeFile(join(folder, 'gtk-3.0/gtk.css'), '* { margin: 0; padding: 0; min-width: 0; }')
  const screen = spawn('Xvfb', ['-displayfd', '1', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  t.teardown(() => screen.kill())
  const [display] = await once(screen.stdout, 'data')
  const port = await freePort()
  const driver = spawn('WebKitWebDriver', [`--port=${port}`], {
    env: { ...env, DISPLAY: `:${String(display).trim()}`, XDG_CONFIG_HOME: folder },
    stdio: 'ignore',
  })
  t.teardown(() => driver.kill())

  const send = async <T>(method: 'GET' | 'POST' | 'DELETE', path: string, fields?: object) => {
    const request = fields === undefined ? { method } : { method, body: JSON.stringify(fields) }
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, request)
    const { value } = (await answer.json()) as { value: T }
    if (!answer.ok) throw new Error(`${path}: ${JSON.stringify(value)}`)
    return value
  }
  await waitFor('WebKitWebDriver', () => send('GET', '/status').catch(() => false))
  const args = ['--automation', ...(scheme === 'dark' ? ['--dark-mode'] : [])]
  const capabilities = { alwaysMatch: { 'webkitgtk:browserOptions': { args } } }
  const { sessionId } = await send<{ sessionId: string }>('POST', '/session', { capabilities })
  const session = `/session/${sessionId}`
  t.teardown(() => send('DELETE', session))
  const command = <T>(path: string, fields: object) => send<T>('POST', session + path, fields)

  const faults: string[] = []
  return {
    faults,
    goto: url => command('/url', { url }),
    async evaluate(expression) {
      // The driver reports no errors, so the page keeps those that it has from now on.
      const script = `
        globalThis.faults ??= (found => {
          addEventListener('error', ({ message }) => found.push(message))
          addEventListener('unhandledrejection', ({ reason }) => found.push(String(reason)))
          return found
        })([])
        const [done] = arguments
        Promise.resolve(${expression}).then(value => done([value, faults.splice(0)]))`
      const [value, found] = await command<[unknown, string[]]>('/execute/async', {
        script,
        args: [],
      })
      faults.push(...found)
      return value
    },
    click: async element => command(`/element/${await find(element)}/click`, {}),
    type: async (element, text) => command(`/element/${await find(element)}/value`, { text }),
    async resize(width, height) {
      await command('/window/rect', { width, height })
    },
    async screenshot() {
      // The first is of the frame before.
      await send('GET', `${session}/screenshot`)
      return Buffer.from(await send<string>('GET', `${session}/screenshot`), 'base64')
    },
  }

  async function find(element: string): Promise<string> {
    const script = `return ${element}`
    const found = await command<object | null>('/execute/sync', { script, args: [] })
    if (found === null) throw new Error(`there is no ${element}`)
    return Object.values(found)[0]
  }
}
