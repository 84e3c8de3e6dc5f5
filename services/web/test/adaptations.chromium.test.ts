import type { Page } from 'playwright-core'
import t from 'tap'
import { launchChromium } from './listening-web.ts'
import { shownHousehold, token } from './shown-household.ts'
import { long, shown } from './shown-nights.ts'

const paths = [
  '/',
  '/statistics',
  '/settings',
  '/settings/sharing',
  '/settings/advanced',
  '/you',
  '/history',
  '/calendars',
  '/set-up',
  '/new-link',
  '/new-invitation',
  '/invitations/open',
  `/share/${token}`,
  '/turned-away/stranger',
  '/nowhere',
]

/** Opens pages one after the other, a night's dialog among them. */
async function eachPage(page: Page, address: string, look: (path: string) => Promise<void>) {
  for (const path of [...paths, `/?night=${shown.locked}`]) {
    await page.goto(address + path)
    if (path.includes('night=')) await page.locator('dialog[open]').waitFor()
    await look(path)
  }
}

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
  return found.filter(text => !text.includes(long))
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

const cellHeard = ([text, id]: [string, string]) =>
  `  - 'cell "${text}"':
    - 'link "${text}"':
      - /url: /?night=${id}#night`

t.test('screen readers hear every state of a night in words', async t => {
  const browser = await launchChromium(t)
  const page = await browser.newPage()
  await page.goto(`${await shownHousehold(t)}/`)
  const heard = (week: number) => page.locator('table.month tbody tr').nth(week).ariaSnapshot()
  const week: [string, string][] = [
    ['Monday 23 November: You', '20261123'],
    ['Tuesday 24 November: Maria, babysitter, locked', '20261124'],
    ['Wednesday 25 November: You, not in the calendar yet', '20261125'],
    [`Thursday 26 November: ${long}, babysitter, locked`, '20261126'],
    ['Friday 27 November: You, locked', '20261127'],
    ['Saturday 28 November: Robin', '20261128'],
    ['Sunday 29 November: You', '20261129'],
  ]
  t.equal(
    await heard(1),
    [`- 'row "${week.map(([text]) => text).join(' ')}"':`, ...week.map(cellHeard)].join('\n'),
  )
  t.match(await heard(2), 'link "Monday 30 November: no one available, needs a decision"')
  t.match(
    await page.locator('.month [aria-current=date]').ariaSnapshot(),
    'link "Friday 20 November: Robin, note"',
  )
  await page.goto(`${new URL(page.url()).origin}/?month=2026-12`)
  await page.waitForURL(/month=2026-12/)
  t.match(await heard(3), 'cell "Friday 25 December, not planned yet"')
})

t.test('larger text, wider spacing and less motion, on every page', async t => {
  const browser = await launchChromium(t)
  const page = await browser.newPage({ locale: 'fr', reducedMotion: 'reduce' })
  const address = await shownHousehold(t, { language: 'fr', toSetUp: 'invited' })
  await eachPage(page, address, async path => {
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
  })
})

t.test('names keep to two lines and tabs to one row', async t => {
  const browser = await launchChromium(t)
  const page = await browser.newPage()
  const letters = 80
  await page.goto(await shownHousehold(t, { names: 'Charlotte'.repeat(9).slice(0, letters - 1) }))
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

interface Line {
  style: string
  width: number
  color: string
}

t.test('forced colours keep caregivers distinguishable by lines and words', async t => {
  const browser = await launchChromium(t)
  const page = await browser.newPage({ forcedColors: 'active' })
  const address = await shownHousehold(t)
  await page.goto(`${address}/`)
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

  await page.goto(`${address}/statistics`)
  const fills = await page.evaluate<string[]>(`['.of-a', '.of-b']
    .map(part => getComputedStyle(document.querySelector('.chart ' + part)).fill)`)
  t.equal(new Set([...fills, canvas]).size, 3, `sides of the chart differ: ${fills.join(', ')}`)
})
