import { mkdirSync } from 'node:fs'
import { chromium, type Page } from 'playwright-core'
import t, { type Test } from 'tap'
import { help } from '../src/routes/help/help.ts'
import { history } from '../src/routes/history/history.ts'
import { share } from '../src/routes/share/share.ts'
import { statistics } from '../src/routes/statistics/statistics.ts'
import { newToken } from '../src/session-token.ts'
import { alex, clock, connected, parents, settings } from './demo-household.ts'
import { inTurn, sitter } from './nights.ts'
import { changes, long, undoable } from './recorded-changes.ts'
import { routeService } from './route-service.ts'

/** Where to leave pictures, for people to look at; unset: nowhere. */
const pictures = process.env['PAGES_FOLDER']
const named = {
  a: { ...parents.a, name: long },
  b: { ...parents.b, name: `${long.slice(0, -1)}x` },
}
const year = inTurn('2025-12-01', 390).map((night, index) =>
  index % 17 === 5 ? sitter(night.night.toString(), index % 2 ? 'Maria' : long) : night,
)

const token = newToken()

async function household(t: Test, language = 'en', empty = false) {
  const service = await routeService(t, alex, [], language)
  const shared = {
    readHousehold: async () => ({ settings, parents: named }),
    readNights: async (from: Temporal.PlainDate, to: Temporal.PlainDate) =>
      year.filter(
        ({ night }) =>
          Temporal.PlainDate.compare(night, from) >= 0 &&
          Temporal.PlainDate.compare(night, to) <= 0,
      ),
    readConnection: async () => connected,
    clock,
  }
  await service.register(statistics, { ...shared, readRecord: async () => year })
  await service.register(share, {
    ...shared,
    findFeedToken: async () => ({
      id: 1n,
      createdBy: '',
      createdAt: clock.now(),
      lastUsedAt: clock.now(),
    }),
    touchFeedToken: async () => undefined,
  })
  await service.register(history, {
    ...shared,
    readHistoryChanges: async () => (empty ? [] : changes),
    readUndoableChange: async () => undoable,
  })
  await service.register(help)
  service.get('/broken', async () => {
    throw new Error('no')
  })
  return service.listen({ host: '127.0.0.1', port: 0 })
}

async function openBrowser(t: Test) {
  const browser = await chromium.launch({
    executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-quic'],
  })
  t.teardown(() => browser.close())
  return browser
}

/** Pages of a PDF, by the objects that describe them, with their size in points. */
async function printed(page: Page): Promise<string[]> {
  const pdf = (await page.pdf({ preferCSSPageSize: true })).toString('latin1')
  const pages = pdf.matchAll(/\/Type \/Page\b(?!s)[^]*?\/MediaBox \[([\d. ]+)\]/g)
  return [...pages].map(([, box = '']) =>
    box
      .split(' ')
      .slice(2)
      .map(side => Math.round(Number(side)))
      .join('x'),
  )
}

t.test('a month is one sheet of A4, landscape, with whole names', async t => {
  const browser = await openBrowser(t)
  const address = await household(t)
  const page = await browser.newPage()
  // August 2026 has six weeks; February has four.
  for (const month of ['2026-08', '2026-02', '2026-11']) {
    await page.goto(`${address}/share/${token}?month=${month}`)
    t.same(await printed(page), ['842x595'], month)
  }
  await page.emulateMedia({ media: 'print' })
  await page.setViewportSize({ width: 1047, height: 718 })
  const cut = await page.evaluate<string[]>(`[...document.querySelectorAll('.month .long')]
    .filter(name => name.scrollWidth > name.clientWidth + 1 || name.clientHeight === 0)
    .map(name => name.textContent)`)
  t.same(cut, [], 'no name is cut')
  if (pictures) await picture(page, 'print-month')
})

t.test('statistics are one sheet of A4', async t => {
  const browser = await openBrowser(t)
  const page = await browser.newPage()
  await page.goto(`${await household(t)}/statistics`)
  t.equal((await printed(page)).length, 1)
  await page.emulateMedia({ media: 'print' })
  await page.setViewportSize({ width: 703, height: 1032 })
  if (pictures) await picture(page, 'print-statistics')
})

const screens = [
  { width: 320, height: 640 },
  { width: 360, height: 740 },
  { width: 768, height: 1024 },
  { width: 1280, height: 800 },
]

t.test('history, help and errors fit every screen, in both languages, light and dark', async t => {
  const browser = await openBrowser(t)
  for (const language of ['en', 'fr']) {
    const [address, empty] = await Promise.all([
      household(t, language),
      household(t, language, true),
    ])
    const pages = {
      history: `${address}/history`,
      'history-night': `${address}/history?night=2026-11-25&before=99`,
      'history-empty': `${empty}/history`,
      help: `${address}/help`,
      'error-404': `${address}/nowhere`,
      'error-500': `${address}/broken`,
    }
    for (const viewport of screens) {
      const colorScheme = viewport.width === 360 && language === 'fr' ? 'dark' : 'light'
      const page = await browser.newPage({ viewport, colorScheme })
      for (const [name, url] of Object.entries(pages)) {
        await page.goto(url)
        for (const details of await page.locator('details').all())
          await details.evaluate('details => details.setAttribute("open", "")')
        const where = `${name} ${language} ${viewport.width}`
        t.equal(
          await page.evaluate('document.documentElement.scrollWidth'),
          viewport.width,
          `${where}: no sideways scroll`,
        )
        t.same(await smallTargets(page), [], `${where}: targets of at least 24 by 24`)
        if (pictures) await picture(page, `${name}-${language}-${viewport.width}-${colorScheme}`)
      }
      await page.close()
    }
  }
})

/** Links and buttons that a finger could miss (WCAG 2.2, 2.5.8). */
async function smallTargets(page: Page): Promise<string[]> {
  return page.evaluate(`[...document.querySelectorAll('a, button, summary')]
    .filter(target => !target.matches('.skip, main p:not(.ways) a'))
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
