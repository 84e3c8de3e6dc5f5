import { mkdirSync } from 'node:fs'
import { HtmlValidate } from 'html-validate'
import { launchChromium } from '@night-routine/servers/chromium'
import { languages } from '@night-routine/wording'
import type { Page } from 'playwright-core'
import t from 'tap'
import { judge, look, type Look } from './looking.ts'
import { isReviewed } from './reviewed-findings.ts'
import { openScreens } from './open-screens.ts'
import { everyScreen, type Screen } from './screens.ts'

/** Folder for pictures of every screen; unset saves none. */
const pictures = process.env['PAGES_FOLDER']
/**
 * Set by `npm run test:long`: every screen is measured and judged by axe at every width, in both schemes. Otherwise
 * each is measured on small phones and on a desk, and judged once, in English, at a width and in a scheme that change
 * from screen to screen.
 */
const everything = process.env['LONG_TESTS'] !== undefined

/** German has the longest words of all; the long tests have every language. */
const translations = everything ? languages.filter(one => one !== 'en') : ['de']

const viewports = [
  { width: 360, height: 740 },
  { width: 320, height: 640 },
  { width: 768, height: 1024 },
  { width: 1280, height: 800 },
  { width: 1920, height: 1080 },
]

/** Whether a screen is measured at this place of the table above. */
function isMeasured({ language }: Screen, screen: number, place: number): boolean {
  const { width = 0 } = viewports[place] ?? {}
  // Other languages have longer words in the same places: a small phone is where they have no room.
  if (everything || width === 360) return true
  return language === 'en' && (width === 320 || width === 1280 || isTurn(screen, place))
}

const isTurn = (screen: number, place: number) => (screen + place) % viewports.length === 0

/** What axe judges of a screen there: all, what is seen, or nothing. */
function judged({ name, language }: Screen, screen: number, place: number) {
  if (everything) return { light: 'all', dark: 'seen' } as const
  // Screens that differ from another one in words alone are judged in the long tests.
  if (language !== 'en' || !isTurn(screen, place) || name.endsWith('-long-names')) return {}
  return screen % 2 === 0 ? ({ light: 'all' } as const) : ({ dark: 'all' } as const)
}

function faultsOf(seen: Look, { width, height }: (typeof viewports)[number], screen: Screen) {
  const seenAtOnce = screen.atOnce !== undefined && (width === 360 || width === 1280)
  const end = screen.atOnce === 'tonight' ? seen.tonightEnd : seen.actionsEnd
  const faults = [
    ...(seen.sideways === 0 ? [] : [`${seen.sideways} px wider than the screen`]),
    ...seen.small.map(html => `less than 24 by 44: ${html}`),
    ...seen.smallNights.map(html => `less than 40 by 44: ${html}`),
    // Smaller phones, and names of twenty letters, have no room for every word.
    ...(width < 360 || screen.name.includes('long-names')
      ? []
      : seen.cut.map(html => `the words of a choice are cut off: ${html}`)),
    ...(seen.headings === 1 ? [] : [`${seen.headings} headings of the first rank`]),
    ...seen.zooming.map(html => `letters below 16 px: ${html}`),
    ...seen.outside.map(html => `off the screen: ${html}`),
    ...seen.inline.map(html => `style or script inside: ${html}`),
    ...(seenAtOnce && (end ?? Infinity) > height ? [`the ${screen.atOnce} ends at ${end}`] : []),
    ...(seen.language === screen.language ? [] : [`said to be ${seen.language}`]),
  ]
  return faults.map(fault => `${width}: ${fault}`)
}

t.test('every screen, at every width, light and dark', async t => {
  const { open, complaints } = openScreens(await launchChromium(t))
  let index = -1
  for await (const screen of everyScreen(t, translations)) {
    index += 1
    const { page, html } = await open(screen)
    const faults = await invalid(html, screen)
    for (const [place, viewport] of viewports.entries()) {
      if (!isMeasured(screen, index, place)) continue
      await page.setViewportSize(viewport)
      faults.push(...faultsOf(await look(page), viewport, screen))
      for (const [colorScheme, rules] of Object.entries(judged(screen, index, place)))
        faults.push(...(await judgedFaults(page, colorScheme, rules)))
    }
    if (screen.address.includes('/?night=') && !screen.plain)
      faults.push(...(await hiddenActions(page, screen)))
    t.same(faults, [], screen.name)
    if (pictures) await takePictures(page, screen.name)
  }
  t.same(complaints, [], 'no error in the console, nothing refused by the security policy')
})

/** Whatever a night is, all its actions are seen on a phone without scrolling. */
async function hiddenActions(page: Page, { name }: Screen): Promise<string[]> {
  const phone = { width: 390, height: 844 }
  await page.setViewportSize(phone)
  const { actionsEnd } = await look(page)
  const isSeen = name === 'too-old' ? actionsEnd === null : (actionsEnd ?? Infinity) <= phone.height
  return isSeen ? [] : [`the actions end at ${actionsEnd} on a phone of ${phone.height}`]
}

const wholeHeight = `Math.max(innerHeight, document.documentElement.scrollHeight,
  ...[...document.querySelectorAll('dialog')].map(each => Math.ceil(each.scrollHeight / 0.9)))`

async function judgedFaults(page: Page, colorScheme: string, rules: 'all' | 'seen') {
  await page.emulateMedia({ colorScheme: colorScheme === 'dark' ? 'dark' : 'light' })
  // axe cannot judge what the tabs of a phone cover, so the screen is as high as the page for it.
  const { width = 0 } = page.viewportSize() ?? {}
  await page.setViewportSize({ width, height: await page.evaluate<number>(wholeHeight) })
  const { violations, incomplete } = await judge(page, rules === 'all')
  const found = [...violations, ...incomplete.filter(finding => !isReviewed(finding))]
  return found.map(finding => `${width} ${colorScheme}: ${finding}`)
}

async function takePictures(page: Page, name: string) {
  mkdirSync(String(pictures), { recursive: true })
  for (const viewport of viewports.filter(({ width }) => width === 360 || width === 1280))
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.setViewportSize(viewport)
      await page.emulateMedia({ colorScheme })
      await page.screenshot({
        path: `${pictures}/${name}-${viewport.width}-${colorScheme}.png`,
        fullPage: true,
      })
    }
}

const validator = new HtmlValidate({
  extends: ['html-validate:standard', 'html-validate:document', 'html-validate:a11y'],
  rules: {
    'no-inline-style': 'error',
    // Tonight, and what is wrong, come before the month, whose title is the first rank.
    'heading-level': ['error', { minInitialRank: 'h2' }],
    // Without script the page reloads itself only while work is pending.
    'meta-refresh': 'off',
    // Everything comes from the same origin.
    'require-sri': ['error', { target: 'crossorigin' }],
  },
})

/** The largest home page, without its stylesheet and script. */
const budget = 40_000

async function rulesBroken(html: string): Promise<string[]> {
  const { results } = await validator.validateString(html)
  return results.flatMap(({ messages }) =>
    messages.map(({ ruleId, message, selector }) => `${ruleId}: ${message} ${selector}`),
  )
}

/** What is wrong with a page as it came. */
async function invalid(html: string, { address }: Screen): Promise<string[]> {
  const { pathname } = new URL(address)
  const bytes = Buffer.byteLength(html)
  return [
    ...(await rulesBroken(html)),
    // Icons have text alternatives; a title from the calendar is quoted.
    ...(/\p{Emoji_Presentation}/u.exec(html.replaceAll('🌃👶Routine', '')) ?? []),
    ...(pathname === '/' && bytes > budget ? [`${bytes} bytes`] : []),
  ]
}

t.test('the validator finds invalid HTML', async t => {
  const html =
    '<!doctype html><html lang="en"><head><title>x</title></head><body><p style="color:red"><div id="a"></div><div id="a"></div></p></body></html>'
  const rules = (await rulesBroken(html)).join(' ')
  for (const rule of ['no-inline-style', 'no-dup-id']) t.match(rules, rule)
})
