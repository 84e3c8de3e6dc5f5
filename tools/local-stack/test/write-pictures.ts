// npm run pictures: takes the pictures of README.md from a demo household made for this.
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { chromium, type Browser } from 'playwright-core'
import { google } from './provider.ts'
import { launchStack, stackPlace } from './running-stack.ts'

const root = join(import.meta.dirname, '..', '..', '..')
const target = join(root, 'docs', 'pictures')
await using running = new AsyncDisposableStack()
const ends = {
  teardown: (end: () => Promise<unknown>) => running.defer(async () => void (await end())),
}
const place = await stackPlace(ends, { TIME_ZONE: 'Europe/Paris' })
const { publicUrl: address } = await launchStack(ends, place, '--demo')
const browser = await chromium.launch({
  executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-quic'],
})
try {
  await mkdir(target, { recursive: true })
  await takePictures(browser)
} finally {
  await browser.close()
}

async function takePictures(visitor: Browser) {
  const page = await visitor.newPage({ timezoneId: 'Europe/Paris' })
  await page.goto(address)
  await google(place).signIn(page, 'alex@example.com', '')
  await page.waitForURL(`${address}/`)

  // Only then do the nights stop saying that they aren't in the calendar yet.
  await page.locator('.status.is-good').waitFor({ timeout: 60_000 })

  const desk = { width: 1280, height: 800 }
  const phone = { width: 360, height: 740 }
  const night = await page.locator('table.month a[aria-current]').getAttribute('href')
  for (const [name, path, viewport, colorScheme] of [
    ['home', '/', desk, 'light'],
    ['home-dark', '/', phone, 'dark'],
    ['night', night ?? '/', phone, 'light'],
    ['history', '/history', phone, 'dark'],
  ] as const) {
    await page.setViewportSize(viewport)
    await page.emulateMedia({ colorScheme })
    await page.goto(new URL(path, address).href)
    await page.screenshot({ path: join(target, `${name}.png`) })
    console.log(join('docs', 'pictures', `${name}.png`))
  }
}
