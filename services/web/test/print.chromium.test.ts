import { mkdirSync } from 'node:fs'
import type { Page } from 'playwright-core'
import t from 'tap'
import { launchChromium } from './listening-web.ts'
import { judge } from './looking.ts'
import { shownHousehold, token } from './shown-household.ts'
import { long } from './shown-nights.ts'

/** Folder for pictures; unset saves none. */
const pictures = process.env['PAGES_FOLDER']

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

/** The print layout, also in dark mode, at the size of a sheet. */
async function onPaper(page: Page, size: { width: number; height: number }, name: string) {
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
  await page.setViewportSize(size)
  if (pictures) {
    mkdirSync(pictures, { recursive: true })
    await page.screenshot({ path: `${pictures}/${name}.png`, fullPage: true })
  }
  return (await judge(page, false)).violations
}

t.test('a month is one sheet of A4, landscape, with whole names', async t => {
  const browser = await launchChromium(t)
  const address = await shownHousehold(t, { names: long })
  const page = await browser.newPage()
  // August 2026 has six weeks; February has four.
  for (const month of ['2026-08', '2026-02', '2026-11']) {
    await page.goto(`${address}/share/${token}?month=${month}`)
    t.same(await printed(page), ['842x595'], month)
  }
  t.same(await onPaper(page, { width: 1047, height: 718 }, 'print-month'), [])
  const cut = await page.evaluate<string[]>(`[...document.querySelectorAll('.month .long')]
    .filter(name => name.textContent)
    .filter(name => name.scrollWidth > name.clientWidth + 1 || name.clientHeight === 0)
    .map(name => name.textContent)`)
  t.same(cut, [], 'no name is cut')
})

t.test('the home page is the month alone, on one sheet', async t => {
  const browser = await launchChromium(t)
  const page = await browser.newPage()
  await page.goto(`${await shownHousehold(t, { notices: true })}/`)
  t.same(await printed(page), ['842x595'])
  t.same(await onPaper(page, { width: 1047, height: 718 }, 'print-home'), [])
  const shown = await page.evaluate<string>('document.querySelector("main").innerText')
  t.match(shown, 'The next five weeks')
  t.notMatch(shown, /Sync|Tonight|Dismiss|This week/)
  const names = await page.evaluate<string>(
    `[...document.querySelectorAll('.month .long, .legend li')].map(each => each.innerText +
      [...each.querySelectorAll('[data-on-paper]')].map(
        own => getComputedStyle(own, '::before').content).join(' ')).join(' ')`,
  )
  t.match(names, /Robin.*Alex/)
  t.notMatch(names, /\bYou/, 'others read it, too')
})

t.test('statistics are one sheet of A4', async t => {
  const browser = await launchChromium(t)
  const page = await browser.newPage()
  for (const [name, names] of [
    ['print-statistics', {}],
    ['print-statistics-long', { names: long }],
  ] as const) {
    await page.goto(`${await shownHousehold(t, names)}/statistics`)
    t.equal((await printed(page)).length, 1, name)
    t.same(await onPaper(page, { width: 703, height: 1032 }, name), [])
    t.equal(await page.evaluate('document.documentElement.scrollWidth'), 703, 'nothing is cut')
  }
})
