import { mkdirSync } from 'node:fs'
import { chromium, type Page } from 'playwright-core'
import t from 'tap'
import { long, shownHousehold, token } from './shown-household.ts'

/** Where to leave pictures of every page, for people to look at; unset: nowhere. */
const pictures = process.env['PAGES_FOLDER']

const screens = [
  { width: 320, height: 640 },
  { width: 360, height: 740 },
  { width: 768, height: 1024 },
  { width: 1280, height: 800 },
]

const isMeasured = ({ width }: { width: number }) => width === 360 || width === 1280

t.test('every page fits every screen, light and dark', async t => {
  const browser = await chromium.launch({
    executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-quic'],
  })
  t.teardown(() => browser.close())
  const [signedIn, signedOut, longNames, first, broken, told, leaving, absent] = await Promise.all([
    shownHousehold(t, { signedIn: true }),
    shownHousehold(t, { signedIn: false }),
    shownHousehold(t, { signedIn: true, names: long }),
    shownHousehold(t, { signedIn: true, empty: true }),
    shownHousehold(t, { signedIn: true, broken: true }),
    shownHousehold(t, { signedIn: true, told: true }),
    shownHousehold(t, { signedIn: true, disconnecting: true }),
    shownHousehold(t, { signedIn: true, absent: true }),
  ])
  const pages = {
    'signed-out': `${signedOut}/`,
    month: `${signedIn}/`,
    night: `${signedIn}/?night=20261124`,
    locked: `${signedIn}/?night=20261127`,
    'long-names': `${longNames}/?night=20261121`,
    'first-run': `${first}/`,
    reconnect: `${broken}/`,
    calendars: `${signedIn}/calendars`,
    notices: `${told}/`,
    disconnecting: `${leaving}/calendars`,
    'disconnecting-home': `${leaving}/`,
    disconnected: `${absent}/calendars`,
    statistics: `${signedIn}/statistics`,
    'statistics-long-names': `${longNames}/statistics`,
    'statistics-empty': `${first}/statistics`,
    share: `${signedOut}/share/${token}`,
    'new-link': `${longNames}/new-link`,
    error: `${signedIn}/?night=1`,
  }
  for (const colorScheme of ['light', 'dark'] as const)
    // Colours move nothing: in the dark two widths are enough.
    for (const viewport of colorScheme === 'light' ? screens : screens.filter(isMeasured)) {
      const context = await browser.newContext({ viewport, colorScheme, javaScriptEnabled: true })
      const page = await context.newPage()
      const faults: string[] = []
      page.on('pageerror', error => faults.push(error.message))
      page.on('console', message => message.type() === 'error' && faults.push(message.text()))
      for (const [name, url] of Object.entries(pages)) {
        await page.goto(url)
        const at = `${name} ${viewport.width} ${colorScheme}`
        t.equal(
          await page.evaluate('document.documentElement.scrollWidth'),
          viewport.width,
          `${at}: no sideways scroll`,
        )
        t.same(await smallTargets(page), [], `${at}: targets of at least 24 by 24`)
        if (pictures) await picture(page, `${name}-${viewport.width}-${colorScheme}`)
      }
      t.same(
        faults.filter(words => !words.includes('404')),
        [],
        'nothing is refused by the content security policy',
      )
      await context.close()
    }
})

t.test('the whole month is on the screen of a phone and of a desk', async t => {
  const browser = await chromium.launch({
    executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-quic'],
  })
  t.teardown(() => browser.close())
  const address = await shownHousehold(t, { signedIn: true })
  for (const viewport of screens.filter(isMeasured)) {
    const page = await browser.newPage({ viewport })
    await page.goto(`${address}/`)
    const { bottom } = await box(page, 'table.month')
    t.ok(bottom <= viewport.height, `six weeks end at ${bottom} of ${viewport.height}`)
    const cell = await box(page, 'table.month td a')
    t.ok(cell.width >= 40 && cell.height >= 44, `a night is ${cell.width} by ${cell.height}`)
  }
})

interface Box {
  width: number
  height: number
  bottom: number
}

async function box(page: Page, selector: string): Promise<Box> {
  return page.evaluate(`(() => {
    const { width, height, bottom } = document.querySelector('${selector}').getBoundingClientRect()
    return { width, height, bottom }
  })()`)
}

/** Links and buttons that a finger could miss (WCAG 2.2, 2.5.8); links inside a sentence are exempt. */
async function smallTargets(page: Page): Promise<string[]> {
  return page.evaluate(`[...document.querySelectorAll('a, button, label')]
    .filter(target => !target.matches('.skip, p a'))
    .filter(target => {
      const { width, height } = target.getBoundingClientRect()
      return width < 24 || height < 24
    })
    .map(target => target.outerHTML)`)
}

async function picture(page: Page, name: string) {
  mkdirSync(String(pictures), { recursive: true })
  await page.screenshot({ path: `${pictures}/${name}.png`, fullPage: true })
}
