import t from 'tap'
import { launchChromium } from '../../listening-web.ts'
import { shownHousehold } from '../../shown-household.ts'

t.test('the night to look for is said in the language of the page', async t => {
  const browser = await launchChromium(t)
  const page = await (await browser.newContext({ locale: 'fr' })).newPage()
  await page.goto(`${await shownHousehold(t)}/history`)
  const dateText = page.locator('#only-night-text')
  await page.getByLabel('Only one night').fill('2026-11-20')
  t.match(await dateText.textContent(), /^Friday,? 20 November 2026$/)
})
