// npm run pictures: takes the pictures of README.md from a demo household made for this.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort, removePostgres } from '@night-routine/servers'
import { chromium, type Browser } from 'playwright-core'

const root = join(import.meta.dirname, '..', '..', '..')
const target = join(root, 'docs', 'pictures')
const folder = await mkdtemp(join(tmpdir(), 'night-routine-pictures-'))
const port = await freePort()
const address = `http://localhost:${port}`

const stack = spawn(
  process.execPath,
  ['--conditions=night-routine', join(root, 'packages/local-stack/src/main.ts'), '--demo'],
  {
    env: {
      ...process.env,
      DATABASE_URL: undefined,
      REDIS_URL: undefined,
      TIME_ZONE: 'Europe/Paris',
      DATA_FOLDER: join(folder, 'data'),
      PORT: String(port),
      EMULATOR_PORT: String(await freePort()),
    },
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  },
)
const ended = once(stack, 'exit')
await Promise.race([
  new Promise<void>(resolve => {
    let printed = ''
    stack.stdout?.on('data', chunk => {
      printed += String(chunk)
      if (printed.includes('Ctrl-C stops everything')) resolve()
    })
  }),
  ended.then(() => {
    throw new Error('The stack ended while starting.')
  }),
])
const browser = await chromium.launch({
  executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-quic'],
})
try {
  await mkdir(target, { recursive: true })
  await takePictures(browser)
} finally {
  await browser.close()
  stack.kill('SIGINT')
  await ended
  await removePostgres(join(folder, 'data-demo', 'postgres'))
  await rm(folder, { recursive: true, force: true })
}

async function takePictures(visitor: Browser) {
  const page = await visitor.newPage()
  await page.goto(address)
  await page.getByRole('link', { name: 'Sign in with Google' }).click()
  await page.getByRole('link', { name: 'Alex' }).click()
  await page.getByRole('button', { name: 'Allow' }).click()
  await page.getByLabel('Family').check()
  await page.getByRole('button', { name: 'Use this calendar' }).click()
  await page.waitForURL(`${address}/`)

  const desk = { width: 1280, height: 800 }
  const phone = { width: 360, height: 740 }
  const night = await page.locator('table.month a[aria-current]').getAttribute('href')
  for (const [name, path, viewport, colorScheme] of [
    ['home', '/', desk, 'light'],
    ['home-dark', '/', phone, 'dark'],
    ['night', night ?? '/', phone, 'light'],
    ['statistics', '/statistics', { width: 700, height: 800 }, 'light'],
    ['history', '/history', phone, 'dark'],
  ] as const) {
    await page.setViewportSize(viewport)
    await page.emulateMedia({ colorScheme })
    await page.goto(new URL(path, address).href)
    await page.screenshot({ path: join(target, `${name}.png`) })
    console.log(join('docs', 'pictures', `${name}.png`))
  }
}
