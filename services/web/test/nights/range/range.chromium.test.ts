import { launchChromium } from '@night-routine/servers/chromium'
import t from 'tap'
import { listeningWeb, openPage, todayOf } from '../../listening-web.ts'

t.test('on a phone, the first and the last night are pressed on the month', async t => {
  const browser = await launchChromium(t)
  const household = await listeningWeb(t)
  const { page } = await openPage(browser, household, { viewport: { width: 360, height: 740 } })
  const next = todayOf(household.web).add({ months: 2 }).toPlainYearMonth()
  const [first, last] = [next.toPlainDate({ day: 9 }), next.toPlainDate({ day: 12 })]
  const press = async (night: Temporal.PlainDate) => {
    await page.locator(`td a[href*="=${night.toString()}"]`).first().click()
    await page.waitForLoadState()
  }
  await page.goto(`${household.origin}/?month=${next.toString()}`)
  await page.getByRole('link', { name: 'Plan several nights' }).click()
  await press(first)
  t.match(await page.textContent('main'), 'Press the last night.')
  await press(last)
  t.equal(await page.inputValue('#from'), first.toString())
  t.equal(await page.inputValue('#to'), last.toString())
  t.match(await page.textContent('#plan'), /You’d have 2 nights, Robin 2\./)
  await page.getByLabel('First half and second half').check()
  await page.getByRole('button', { name: 'Save' }).click()
  t.match(await page.textContent('.toast'), /You planned .+: first half and second half\./)
  t.equal(await page.locator('td:has-text("locked")').count(), 4)
})
