import { mkdirSync } from 'node:fs'
import { readNights } from '@night-routine/database/nights'
import t from 'tap'
import { launchChromium, listeningWeb, openPage, todayOf, until } from '../../listening-web.ts'

/** Folder for pictures; unset saves none. */
const pictures = process.env['PAGES_FOLDER']

const viewports = [
  { width: 320, height: 640 },
  { width: 360, height: 740 },
  { width: 768, height: 1024 },
  { width: 1280, height: 800 },
]
const schemes = ['light', 'dark'] as const
/** Each width once; with `npm run test:long` in both schemes. */
const screens = viewports.flatMap((viewport, index) =>
  schemes
    .filter((_, scheme) => process.env['LONG_TESTS'] !== undefined || scheme === index % 2)
    .map(colorScheme => ({ viewport, colorScheme })),
)

interface Shape {
  inside: boolean
  sideways: boolean
  small: string[]
}

const shape = `(() => {
  const dialog = document.querySelector('dialog')
  const { top, left, right, bottom } = dialog.getBoundingClientRect()
  const small = [...dialog.querySelectorAll('a, button, input:not([type=hidden]), select')]
    .filter(target => !target.matches('label input'))
    .filter(target => target.getBoundingClientRect().height < 44)
    .map(target => target.outerHTML)
  return {
    inside: top >= 0 && left >= 0 && right <= innerWidth && bottom <= innerHeight,
    sideways: dialog.scrollWidth > dialog.clientWidth ||
      document.documentElement.scrollWidth > innerWidth,
    small,
  }
})()`

t.test('a night is wholly on every screen, and Close is within reach', async t => {
  const browser = await launchChromium(t)
  const household = await listeningWeb(t)
  const today = todayOf(household.web)
  const [, , night, , other] = await readNights(household.web.db, today, today.add({ days: 6 }))
  await household.robin.post('/nights/babysitter', {
    assignment_id: String(other?.id),
    babysitter_name: 'Maximiliane-Charlotte-Wilhelmina',
  })
  for (const { viewport, colorScheme } of screens) {
    const { page, faults } = await openPage(browser, household, { viewport, colorScheme })
    for (const [name, of] of Object.entries({ planned: night, babysitter: other })) {
      const at = `${name} ${viewport.width} ${colorScheme}`
      await page.goto(`${household.origin}/?night=${of?.id}#night`)
      await until(page, `document.querySelector('dialog').open`)
      await until(page, `document.querySelector('dialog').contains(document.activeElement)`)
      t.same(await page.evaluate<Shape>(shape), { inside: true, sideways: false, small: [] }, at)
      if (pictures) {
        mkdirSync(pictures, { recursive: true })
        await page.screenshot({ path: `${pictures}/dialog-${at.replaceAll(' ', '-')}.png` })
      }
      await page.click('dialog [data-close]')
      await until(page, `!document.querySelector('dialog').open`)
    }
    t.same(faults, [])
    await page.context().close()
  }
})
