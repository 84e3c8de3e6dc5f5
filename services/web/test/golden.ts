import { join } from 'node:path'
import type { Test } from 'tap'
import { launchChromium } from './listening-web.ts'
import { openScreens } from './open-screens.ts'
import { everyScreen } from './screens.ts'

/** The folder of the golden pictures. */
export const goldenFolder = join(import.meta.dirname, 'golden')

/** The golden screens: each width, scheme and language, and the most important pages. */
const kept = [
  { screen: 'month', language: 'en', width: 360, scheme: 'light' },
  { screen: 'month', language: 'fr', width: 360, scheme: 'dark' },
  { screen: 'month', language: 'fr', width: 1280, scheme: 'light' },
  { screen: 'month', language: 'en', width: 1280, scheme: 'dark' },
  { screen: 'planned', language: 'en', width: 360, scheme: 'light' },
  { screen: 'locked', language: 'fr', width: 768, scheme: 'dark' },
  { screen: 'statistics', language: 'fr', width: 360, scheme: 'dark' },
  { screen: 'statistics', language: 'en', width: 1280, scheme: 'light' },
  { screen: 'settings', language: 'fr', width: 360, scheme: 'light' },
  { screen: 'history', language: 'en', width: 360, scheme: 'dark' },
  { screen: 'signed-out', language: 'en', width: 360, scheme: 'light' },
  { screen: 'first-choose', language: 'fr', width: 360, scheme: 'light' },
] as const

const heights = { 360: 740, 768: 740, 1280: 800 }

/** A screen as it looks today, and the name of its picture. */
export interface Picture {
  name: string
  png: Buffer
}

/** Takes a picture of each, one after the other. */
export async function* takePictures(t: Test): AsyncGenerator<Picture> {
  const browser = await launchChromium(t)
  for (const language of new Set(kept.map(each => each.language))) {
    const wanted = kept.filter(each => each.language === language)
    const names = wanted.map(({ screen }) => screen)
    const screens = new Map(
      (await everyScreen(t, language, names)).map(each => [each.name, each] as const),
    )
    const { open } = await openScreens(browser, language)
    for (const { screen, width, scheme } of wanted) {
      const found = screens.get(screen)
      if (!found) throw new Error(`no screen is called ${screen}`)
      const page = await open(found)
      await page.setViewportSize({ width, height: heights[width] })
      await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' })
      const png = await page.screenshot({ animations: 'disabled', caret: 'hide' })
      yield { name: `${screen}-${language}-${width}-${scheme}`, png }
    }
  }
}
