import { mkdirSync } from 'node:fs'
import { launchChromium } from '@night-routine/servers/chromium'
import { languages } from '@night-routine/wording'
import t from 'tap'
import { judge, look } from '../../web/test/looking.ts'
import { dataFolder, homeAt } from './home-at.ts'
import { codeIn, untilWaiting } from './visitor.ts'

/** Folder for pictures; unset saves none. */
const pictures = process.env['PAGES_FOLDER']

const viewports = [
  { width: 320, height: 640 },
  { width: 360, height: 740 },
  { width: 1280, height: 800 },
]

t.test('the page for settings, at every width, light and dark, without script', async t => {
  const browser = await launchChromium(t)
  const home = await homeAt(t, await dataFolder(t), { MAIL_FROM: 'nights@example.org' })
  await untilWaiting(home)
  for (const locale of languages) {
    const context = await browser.newContext({ locale, javaScriptEnabled: false })
    const page = await context.newPage()
    const looking = await browser.newContext({ locale })
    await page.goto(home.url)
    t.match(page.url(), /\/set-up$/)
    await check('start')
    await page.fill('#code', codeIn(home.lines).toLowerCase().replaceAll('-', ' '))
    await page.click('summary')
    await page.click('[name=other]')
    await check('form')
    const seen = async (...ids: string[]) =>
      Promise.all(ids.map(id => page.locator(`#${id}`).isVisible()))
    const parts = [
      'CALDAV_URL',
      'SIGN_IN-oidc',
      'OIDC_ISSUER',
      'GOOGLE_CLIENT_ID',
      'ALLOWED_EMAILS',
    ]
    t.strictSame(await seen(...parts), [false, true, false, false, false], 'nothing chosen')
    await page.check('#CALENDAR-google')
    t.strictSame(await seen(...parts), [false, false, false, true, true], 'Google')
    await page.check('#CALENDAR-caldav')
    await page.check('#SIGN_IN-oidc')
    t.strictSame(await seen(...parts), [true, true, true, false, true], 'OpenID')
    await page.check('#SIGN_IN-google')
    t.strictSame(await seen(...parts), [true, true, false, true, true], 'sign-in with Google')
    await page.check('#SIGN_IN-accounts')
    t.strictSame(await seen(...parts), [true, true, false, false, false], 'accounts')
    await page.fill('#PUBLIC_URL', 'nights')
    await page.click('main button[type=submit]')
    await check('refused')

    /** Measures what the page is, in a browser with script, which axe needs. */
    async function check(name: string) {
      const html = await page.content()
      const other = await looking.newPage()
      await other.route('**/set-up', route =>
        route.fulfill({ contentType: 'text/html', body: html }),
      )
      await other.goto(`${home.url}/set-up`)
      for (const viewport of viewports)
        for (const colorScheme of ['light', 'dark'] as const) {
          const at = `${name} ${locale} ${viewport.width} ${colorScheme}`
          await other.setViewportSize(viewport)
          await other.emulateMedia({ colorScheme })
          const { sideways, small, zooming, headings, language, inline } = await look(other)
          t.strictSame(
            { sideways, small, zooming, headings, language, inline },
            { sideways: 0, small: [], zooming: [], headings: 1, language: locale, inline: [] },
            at,
          )
          const { violations, incomplete } = await judge(other, true)
          t.strictSame([...violations, ...incomplete], [], at)
          if (pictures !== undefined) {
            mkdirSync(pictures, { recursive: true })
            await other.screenshot({
              path: `${pictures}/${at.replaceAll(' ', '-')}.png`,
              fullPage: true,
            })
          }
        }
      // Text of 200 % leaves half the width.
      await other.setViewportSize({ width: 640, height: 800 })
      await other.evaluate("document.documentElement.style.fontSize = '200%'")
      t.equal((await look(other)).sideways, 0, `${name} ${locale} at 200 %`)
      await other.close()
    }
  }
})
