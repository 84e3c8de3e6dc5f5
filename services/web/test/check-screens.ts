import { mkdirSync } from 'node:fs'
import type { Page } from 'playwright-core'
import type { Test } from 'tap'
import { launchChromium } from './listening-web.ts'
import { judge, look, type Look } from './looking.ts'
import { isReviewed } from './reviewed-findings.ts'
import { openScreens } from './open-screens.ts'
import { everyScreen, type Screen } from './screens.ts'

/** Folder for pictures of every screen; unset saves none. */
const pictures = process.env['PAGES_FOLDER']
/**
 * Set by `npm run test:long`: axe judges every screen at every width, in both schemes and languages. Otherwise it
 * judges each screen once, in English, at a width and in a scheme that change from screen to screen. Measures are
 * taken at every width in English, but only a third of the screens is measured where they are widest; in other languages,
 * whose words are longer, at the narrowest width.
 */
const everything = process.env['LONG_TESTS'] !== undefined

const viewports = [
  { width: 360, height: 740 },
  { width: 320, height: 640 },
  { width: 768, height: 1024 },
  { width: 1280, height: 800 },
  { width: 1920, height: 1080 },
]

/** Screens that differ from another one in words alone: axe judges them in the long tests. */
const alike = /-long-names$|^error-(400|403|500|502|503)$/

/** What axe judges of a screen at a place of the table above: all, what is seen, or nothing. */
function judged(
  language: string,
  { name }: Screen,
  screen: number,
  place: number,
): Record<'light' | 'dark', Judged> {
  if (everything) return { light: 'all', dark: 'seen' }
  const isTurn = (screen + place) % viewports.length === 0
  if (language !== 'en' || !isTurn || alike.test(name)) return { light: null, dark: null }
  return screen % 2 === 0 ? { light: 'all', dark: null } : { light: null, dark: 'all' }
}

type Judged = 'all' | 'seen' | null

/** Whether a screen is measured in this place. */
function isMeasured(language: string, screen: Screen, index: number, place: number): boolean {
  const { light, dark } = judged(language, screen, index, place)
  if (everything || screen.atOnce !== undefined || light !== null || dark !== null) return true
  const { width = 0 } = viewports[place] ?? {}
  if (width > 1280) return language === 'en' && index % 3 === 0
  return language === 'en' || width === 320
}

function faultsOf(
  seen: Look,
  { width, height }: { width: number; height: number },
  screen: Screen,
) {
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
    ...seen.inline.map(html => `style or script inside: ${html}`),
    ...(seenAtOnce && (end ?? Infinity) > height ? [`the ${screen.atOnce} ends at ${end}`] : []),
  ]
  return faults.map(fault => `${width}: ${fault}`)
}

/** Checks every screen in one language for overflow, small targets, contrast and names. */
export async function checkScreens(t: Test, language: string): Promise<void> {
  const browser = await launchChromium(t)
  const screens = await everyScreen(t, language)
  const { open, complaints } = await openScreens(browser, language)
  for (const [index, screen] of screens.entries()) {
    const page = await open(screen)
    const faults: string[] = []
    for (const [place, viewport] of viewports.entries()) {
      if (!isMeasured(language, screen, index, place)) continue
      await page.setViewportSize(viewport)
      const seen = await look(page)
      if (seen.language !== language) faults.push(`said to be ${seen.language}`)
      faults.push(...faultsOf(seen, viewport, screen))
      for (const [colorScheme, rules] of Object.entries(judged(language, screen, index, place)))
        if (rules !== null) faults.push(...(await judgedFaults(page, colorScheme, rules)))
    }
    if (screen.address.includes('/?night=') && !screen.plain)
      faults.push(...(await hiddenActions(page, screen)))
    t.same(faults, [], screen.name)
    if (pictures) await takePictures(page, `${screen.name}-${language}`)
  }
  t.same(complaints, [], 'no error in the console, nothing refused by the security policy')
}

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

async function judgedFaults(page: Page, colorScheme: string, rules: Judged): Promise<string[]> {
  await page.emulateMedia({ colorScheme: colorScheme === 'dark' ? 'dark' : 'light' })
  // axe cannot judge what the tabs of a phone cover, so the screen is as high as the page for it.
  const { width = 0 } = page.viewportSize() ?? {}
  await page.setViewportSize({ width, height: await page.evaluate<number>(wholeHeight) })
  const { violations, incomplete } = await judge(page, rules === 'all')
  const found = [...violations, ...incomplete.filter(finding => !isReviewed(finding))]
  return found.map(finding => `${page.viewportSize()?.width} ${colorScheme}: ${finding}`)
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
