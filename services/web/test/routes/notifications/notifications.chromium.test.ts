import { readNotificationSettings } from '@night-routine/database'
import type { Page } from 'playwright-core'
import t from 'tap'
import { launchChromium, listeningWeb, openPage, until } from '../../listening-web.ts'

const alex = 'alex@example.com'
const address = '/settings/notifications'

const note = (page: Page) => page.locator('[data-push-note]')
const button = (page: Page) => page.locator('[data-turn-on]')

t.test('without script: what to hear by e-mail; push says that it needs script', async t => {
  const browser = await launchChromium(t)
  const household = await listeningWeb(t)
  const { origin, web } = household
  const { page } = await openPage(browser, household, { javaScriptEnabled: false })
  await page.goto(origin + address)
  t.match(await note(page).textContent(), 'Push messages need script')
  t.notOk(await button(page).isVisible())

  await page.getByLabel('When someone else changes my nights').check()
  await page.getByRole('button', { name: 'Save' }).click()
  t.match(await page.locator('[role=alert]').textContent(), /Say which parent.*Choose how/s)
  await page.getByLabel('Alex').check()
  await page.getByLabel('Push messages on my devices').check()
  await page.getByLabel('From').fill('22:00')
  await page.getByLabel('Until').fill('07:00')
  await page.getByRole('button', { name: 'Save' }).click()
  t.match(await page.locator('[role=status]').first().textContent(), 'Saved.')
  t.match(await readNotificationSettings(web.db, alex), { changes: true, byPush: true })
})

t.test('a browser that was told no says how to allow it', async t => {
  const browser = await launchChromium(t)
  const household = await listeningWeb(t)
  const { page } = await openPage(browser, household)
  await page.addInitScript(`Object.defineProperty(Notification, 'permission', { value: 'denied' })`)
  await page.goto(household.origin + address)
  await until(page, `document.querySelector('[data-push-note]').textContent.includes('blocked')`)
  t.notOk(await button(page).isVisible())
  await page.addInitScript(`delete window.PushManager`)
  await page.reload()
  await until(
    page,
    `document.querySelector('[data-push-note]').textContent.includes('can’t receive')`,
  )
})
