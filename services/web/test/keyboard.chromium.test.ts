import type { Page } from 'playwright-core'
import t from 'tap'
import { focused, tabTo } from './keyboard.ts'
import { launchChromium, listeningWeb, openPage } from './listening-web.ts'

t.test('the whole page works with the keyboard', async t => {
  const browser = await launchChromium(t)
  const household = await listeningWeb(t)
  const { origin } = household
  const { page, faults } = await openPage(browser, { ...household, session: 'none' })
  const press = async (...keys: string[]) => {
    for (const key of keys) await page.keyboard.press(key)
  }
  const is = async (what: string | RegExp) => t.match(await focused(page), what)

  await page.goto(`${origin}/`)
  await press('Tab')
  await is('a Skip to content')
  await press('Tab', 'Tab')
  await is('a Sign in with Google')
  await press('Enter')
  await page.waitForURL(url => url.origin !== origin)
  await page.locator('a.account').first().waitFor()
  await tabTo(page, 'a.account')
  await press('Enter')
  // This account has allowed it before, so the provider asks nothing else; a calendar is chosen, so home is next.
  await page.waitForURL(`${origin}/`)
  await tabTo(page, '.status [href="/calendars"]')
  await press('Enter')
  await page.waitForURL(`${origin}/calendars`)

  // A calendar is chosen by the arrow keys.
  await tabTo(page, '[type=radio]')
  const chosen = () => page.locator(':checked').getAttribute('value')
  const before = await chosen()
  await press('ArrowDown')
  t.not(await chosen(), before)
  await press('ArrowUp')
  t.equal(await chosen(), before)
  await press('Tab')
  await is('button Use this calendar')

  // The header can be skipped, and so can the month.
  await page.goto(`${origin}/`)
  await press('Tab', 'Enter')
  t.equal(await page.evaluate('document.activeElement.id'), 'main')
  await press('Tab')
  await is('a Details')
  await tabTo(page, '[href="#after-month"]')
  await press('Enter', 'Tab')
  await is('button Sync')

  // A preview and a refusal move the focus to their text.
  await page.goto(`${origin}/settings/advanced`)
  await retype(page, '#lookAheadDays', '20')
  await page.locator('#preview-title:focus').waitFor()
  await retype(page, '#lookAheadDays', 'many')
  await page.locator('#lookAheadDays:focus').waitFor()
  t.match(await page.locator('[role=alert]').innerText(), 'Nothing was saved')

  await tabTo(page, '[action="/sign-out"] button')
  await press('Enter')
  await page.waitForURL(`${origin}/`)
  t.equal(await page.getByRole('link', { name: 'Sign in with Google' }).count(), 1)
  t.same(
    faults.filter(text => !text.includes('400')),
    [],
  )
})

async function retype(page: Page, field: string, text: string) {
  await tabTo(
    page,
    field,
    (await page.evaluate(`document.activeElement.id`)) === 'preview-title' ? 'Shift+Tab' : 'Tab',
  )
  await page.keyboard.press('Control+a')
  await page.keyboard.type(text)
  await page.keyboard.press('Enter')
}
