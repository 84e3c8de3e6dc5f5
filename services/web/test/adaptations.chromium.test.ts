import { mkdirSync } from 'node:fs'
import { saveMemberLanguage, saveMemberParent } from '@night-routine/database/people'
import { launchChromium } from '@night-routine/servers/chromium'
import type { BrowserContextOptions, Page } from 'playwright-core'
import t from 'tap'
import { operable, walk } from './keyboard.ts'
import { openPage } from './listening-web.ts'
import { judge } from './looking.ts'
import { long } from './recorded-changes.ts'
import { renameParents, seededWeb } from './seeded-web.ts'

/** Folder for pictures; unset saves none. */
const pictures = process.env['PAGES_FOLDER']

/** The sizes of all text that is seen. */
const textSizes = async (page: Page) =>
  page.evaluate<number[]>(`[...document.querySelectorAll('body *')]
    .filter(each => each.textContent.trim() && each.checkVisibility())
    .map(each => parseFloat(getComputedStyle(each).fontSize))`)

/** Clipped text, text wider than its cell, and elements wider than the screen. */
async function lost(page: Page) {
  const found = await page.evaluate<string[]>(`(() => {
    const isOver = (overflow, scroll, client) =>
      ['hidden', 'clip', 'cell'].includes(overflow) && scroll > client + 1
    const isCut = element => {
      const { overflowX, overflowY } = getComputedStyle(element)
      const across = element.closest('.month tr > *') ? 'cell' : overflowX
      return isOver(across, element.scrollWidth, element.clientWidth) ||
        isOver(overflowY, element.scrollHeight, element.clientHeight)
    }
    const wide = [document.documentElement, ...document.querySelectorAll('dialog[open]')]
      .filter(each => each.scrollWidth > Math.min(each.clientWidth, innerWidth))
      .map(each => each.localName + ' is ' + each.scrollWidth + ' wide')
    return [...document.querySelectorAll('body *')]
      .filter(each => each.textContent.trim() && !each.matches('.hidden, .sprite, dialog, .months thead, .month .long, .long.is-tight'))
      .filter(isCut).map(each => each.className + ': ' + each.textContent).concat(wide)
  })()`)
  // Long names do not fit into a cell; the link and the details have all of them.
  return found.filter(text => !text.replaceAll('\u00AD', '').includes(long))
}

/** The text spacing of WCAG 1.4.12. */
const spaceText = async (page: Page) =>
  page.evaluate(`document.querySelectorAll('body *').forEach(({ style, localName }) => {
    const set = (name, value) => style.setProperty(name, value, 'important')
    set('line-height', '1.5')
    set('letter-spacing', '0.12em')
    set('word-spacing', '0.16em')
    if (localName === 'p') set('margin-bottom', '2em')
  })`)

/** Elements with a transition, an animation or smooth scrolling. */
const moving = async (page: Page) =>
  page.evaluate<string[]>(`[document.documentElement, ...document.querySelectorAll('*')]
    .filter(each => ['', '::before', '::after', '::backdrop'].some(part => {
      const { transitionDuration, animationName, scrollBehavior } = getComputedStyle(each, part || null)
      return parseFloat(transitionDuration) > 0 || animationName !== 'none' || scrollBehavior === 'smooth'
    }))
    .map(each => each.outerHTML.slice(0, 100))`)

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

interface Line {
  style: string
  width: number
  color: string
}

t.test('every page, as each person sees, hears, types and prints it', async t => {
  const browser = await launchChromium(t)
  const home = await seededWeb(t)
  const { origin, shown, token, web } = home
  const open = async (options: BrowserContextOptions = {}) =>
    (await openPage(browser, home, options)).page
  const paths = [
    '/',
    '/statistics',
    '/settings',
    '/settings/sharing',
    '/settings/advanced',
    '/you',
    '/history',
    '/calendars',
    '/import',
    home.unsubscribeLink,
    `/share/${token}`,
    '/nowhere',
  ]

  await t.test('screen readers hear every state of a night in words', async t => {
    const page = await open({ locale: 'fr' })
    await page.goto(`${origin}/`)
    const heard = await page.locator('table.month').ariaSnapshot()
    for (const state of [
      'Friday 20 November: Robin, note',
      'Saturday 21 November: Maximiliane-Charlotte, babysitter, locked',
      'Sunday 22 November: Maria, babysitter, locked',
      'Monday 23 November: Robin, asked',
      'Tuesday 24 November: You, locked',
      'Friday 4 December: You, Robin away',
      'Saturday 5 December: no one available, needs a decision',
      'Saturday 12 December: .+, counts 2 nights',
      'Friday 18 December: .+, locked, not in the calendar yet',
    ])
      t.match(heard, new RegExp(`link "${state}`), state)
    t.match(await page.locator('.month [aria-current=date]').ariaSnapshot(), /link "Friday 20/)
    await page.goto(`${origin}/?month=2026-12`)
    t.match(
      await page.locator('table.month').ariaSnapshot(),
      /cell "Friday 25 December, not planned yet"/,
    )
    await page.goto(`${origin}/history`)
    await page.getByLabel('Only one night').fill('2026-11-20')
    const said = await page.locator('#only-night-text').textContent()
    t.match(said, /^Friday,? 20 November 2026$/, 'in the language of the page')
  })

  await t.test('Tab goes in order to everything, with a ring, and out', async t => {
    const page = await open({ viewport: { width: 1280, height: 800 } })
    for (const path of paths) {
      await page.goto(origin + path)
      const stops = await walk(page)
      t.same(
        stops.map(({ html }) => html),
        await operable(page),
        path,
      )
      t.same(
        stops.filter(({ ring }) => ring < 3),
        [],
        `${path}: everything has a ring`,
      )
      t.same(
        stops.filter(({ isOnScreen }) => !isOnScreen),
        [],
        `${path}: and is seen`,
      )
    }
  })

  await t.test('forced colours keep caregivers distinguishable by lines and words', async t => {
    const page = await open({ forcedColors: 'active' })
    await page.goto(`${origin}/`)
    const line = (selector: string, side = 'borderBottom') =>
      page.evaluate<Line>(`(() => {
        const style = getComputedStyle(document.querySelector(${JSON.stringify(selector)}))
        const of = name => style['${side}' + name]
        return { style: of('Style'), width: parseFloat(of('Width')), color: of('Color') }
      })()`)
    const canvas = await page.evaluate('getComputedStyle(document.body).backgroundColor')
    const kinds = {
      'is-a': 'solid',
      'is-b': 'double',
      'is-babysitter': 'dashed',
      'is-open': 'dotted',
    }
    for (const [kind, style] of Object.entries(kinds)) {
      const band = await line(`.month td.${kind}:not(.is-outside) > *`)
      t.equal(band.style, style, kind)
      t.ok(band.width >= 3, `${kind}: ${band.width} px`)
      t.not(band.color, canvas, `${kind} is seen`)
    }
    t.equal((await line('.legend .is-b')).style, 'double', 'the legend has the same lines')
    t.ok((await line('.month .is-tonight > a', 'outline')).width >= 3, 'tonight has its ring')
    await page.locator('.month a').first().focus()
    t.ok((await line(':focus', 'outline')).width >= 3, 'and the focus its own')

    await page.goto(`${origin}/statistics`)
    const fills = await page.evaluate<string[]>(`['.of-a', '.of-b']
      .map(part => getComputedStyle(document.querySelector('.chart ' + part)).fill)`)
    t.equal(new Set([...fills, canvas]).size, 3, `sides of the chart differ: ${fills.join(', ')}`)
  })

  await t.test(
    'the chart of the balance says a date and its value, pressed or by keyboard',
    async t => {
      const page = await open()
      await page.goto(`${origin}/statistics`)
      const said = () => page.locator('.chart output').textContent()
      t.match(await said(), /^19 November 2026: ./, 'last night at first')
      await page.locator('.chart svg').click({ position: { x: 1, y: 9 } })
      t.match(await said(), /^\d December 2025: ./)
      const field = page.getByLabel('Date on the chart')
      await field.press('End')
      t.match(await said(), /^30 November 2026: ./)
      t.equal(await field.getAttribute('aria-valuetext'), await said(), 'heard, too')
    },
  )

  await t.test('the home page is printed as the month alone, on one sheet', async t => {
    const page = await open()
    await page.goto(`${origin}/`)
    t.same(await printed(page), ['842x595'])
    t.same(await onPaper(page, { width: 1047, height: 718 }, 'print-home'), [])
    const seen = await page.evaluate<string>('document.querySelector("main").innerText')
    t.match(seen, 'The next five weeks')
    t.notMatch(seen, /Sync|Tonight|Dismiss|This week/)
    const names = await page.evaluate<string>(
      `[...document.querySelectorAll('.month .long, .legend li')].map(each => each.innerText +
        [...each.querySelectorAll('[data-on-paper]')].map(
          own => getComputedStyle(own, '::before').content).join(' ')).join(' ')`,
    )
    t.match(names, /Robin.*Alex/)
    t.notMatch(names, /\bYou/, 'others read it, too')
  })

  await t.test('larger text, wider spacing and less motion, in French', async t => {
    await saveMemberLanguage(web.db, 'alex@example.com', 'fr')
    await saveMemberParent(web.db, 'robin@example.com', null)
    const page = await open({ locale: 'fr', reducedMotion: 'reduce' })
    for (const path of [...paths, `/?night=${shown.locked}`]) {
      await page.goto(origin + path)
      if (path.includes('night=')) await page.locator('dialog[open]').waitFor()
      t.same(await moving(page), [], `${path}: no motion with prefers-reduced-motion`)
      // WCAG 1.4.4: 200 %. A zoomed page is one on a screen of half the size.
      await page.setViewportSize({ width: 640, height: 400 })
      t.same(await lost(page), [], `${path} zoomed`)
      for (const width of [1280, 360]) {
        await page.setViewportSize({ width, height: 800 })
        const before = await textSizes(page)
        await page.evaluate(`document.documentElement.style.fontSize = '200%'`)
        const ratios = (await textSizes(page)).map((size, index) => size / (before[index] ?? 0))
        t.same(new Set(ratios), new Set([2]), `${path} at ${width}: all text is twice as large`)
        t.same(await lost(page), [], `${path} at ${width} with large text`)
        await page.evaluate(`document.documentElement.style.fontSize = ''`)
      }
      // Last, because these styles stay.
      await spaceText(page)
      for (const width of process.env['LONG_TESTS'] === undefined ? [360] : [360, 1280]) {
        await page.setViewportSize({ width, height: 800 })
        t.same(await lost(page), [], `${path} at ${width} with wider spacing (WCAG 1.4.12)`)
      }
    }
    await saveMemberLanguage(web.db, 'alex@example.com', null)
    await saveMemberParent(web.db, 'robin@example.com', 'b')
  })

  await t.test(
    'long names: each month and the statistics are one sheet, and nothing is cut',
    async t => {
      await renameParents(home, long)
      const page = await open()
      // August 2026 has six weeks; February has four.
      for (const month of ['2026-08', '2026-02', '2026-11']) {
        await page.goto(`${origin}/share/${token}?month=${month}`)
        t.same(await printed(page), ['842x595'], month)
      }
      t.same(await onPaper(page, { width: 1047, height: 718 }, 'print-month'), [])
      const cut = await page.evaluate<string[]>(`[...document.querySelectorAll('.month .long')]
      .filter(name => name.textContent)
      .filter(name => name.scrollWidth > name.clientWidth + 1 || name.clientHeight === 0)
      .map(name => name.textContent)`)
      t.same(cut, [], 'no name is cut')
      await page.goto(`${origin}/statistics`)
      t.equal((await printed(page)).length, 1)
      t.same(await onPaper(page, { width: 703, height: 1032 }, 'print-statistics'), [])
      t.equal(await page.evaluate('document.documentElement.scrollWidth'), 703, 'nothing is cut')
    },
  )

  await t.test('names of 80 letters keep to two lines and tabs to one row', async t => {
    await renameParents(home, 'Charlotte'.repeat(9).slice(0, 79))
    const page = await open()
    await page.goto(`${origin}/`)
    for (const [width, size] of [
      [320, 100],
      [360, 100],
      [360, 200],
      [320, 200],
    ]) {
      await page.setViewportSize({ width: Number(width), height: 800 })
      await page.evaluate(`document.documentElement.style.fontSize = '${size}%'`)
      const at = `${width} px, ${size} %`
      const most = `Math.max(...[...document.querySelectorAll('.long.is-tight, .is-tight .long')]
        .map(each => each.clientHeight / parseFloat(getComputedStyle(each).lineHeight)))`
      t.ok((await page.evaluate<number>(most)) < 2.1, `${at}: two lines`)
      const rows = `new Set([...document.querySelectorAll('.bar nav a')].map(a => a.offsetTop)).size`
      t.equal(await page.evaluate(rows), 1, at)
      t.equal(await page.evaluate('document.documentElement.scrollWidth'), width, at)
    }
  })
})
