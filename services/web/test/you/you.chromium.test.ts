import { readNotificationSettings } from '@night-routine/database/notifications'
import { saveMemberParent } from '@night-routine/database/people'
import { waitFor } from '@night-routine/servers'
import type { Page } from 'playwright-core'
import t from 'tap'
import { launchChromium, listeningWeb, openPage, until } from '../listening-web.ts'

const alex = 'alex@example.com'
const address = '/you'

const note = (page: Page) => page.locator('[data-push-note]')
const button = (page: Page) => page.locator('[data-turn-on]')

t.test('without script: what to hear by e-mail; push says that it needs script', async t => {
  const browser = await launchChromium(t)
  const household = await listeningWeb(t)
  const { origin, web } = household
  await saveMemberParent(web.db, alex, null)
  const { page } = await openPage(browser, household, { javaScriptEnabled: false })
  await page.goto(origin + address)
  t.match(await note(page).textContent(), 'Push messages need script')
  t.notOk(await button(page).isVisible())

  await page.getByLabel('When someone else changes one of your nights').check()
  for (const way of ['By e-mail', 'Push messages on your devices'])
    if ((await page.getByLabel(way).count()) > 0) await page.getByLabel(way).uncheck()
  await page.locator('#reminders').getByRole('button', { name: 'Save' }).click()
  t.match(await page.locator('[role=alert]').textContent(), /Say which parent.*Choose how/s)
  await page.getByLabel('Alex').check()
  await page.locator('.who').getByRole('button', { name: 'Save' }).click()
  await page.getByLabel('When someone else changes one of your nights').check()
  await page.getByLabel('From').fill('22:00')
  await page.getByLabel('Until').fill('07:00')
  await page.locator('#reminders').getByRole('button', { name: 'Save' }).click()
  t.match(await page.locator('[role=status]').first().textContent(), 'Saved.')
  t.match(await readNotificationSettings(web.db, alex), {
    changes: true,
    channels: ['push'],
  })
})

t.test('with script: a switch saves at once, by pointer and by keyboard', async t => {
  const browser = await launchChromium(t)
  const household = await listeningWeb(t)
  const { origin, web } = household
  await saveMemberParent(web.db, alex, null)
  const { page, faults } = await openPage(browser, household)
  await page.goto(`${origin}/`)
  await page.getByRole('link', { name: 'You', exact: true }).click()
  const changes = page.getByRole('switch', { name: 'When someone else changes one of your nights' })
  const said = page.locator('[data-saved]')
  t.notOk(await page.locator('#reminders').getByRole('button', { name: 'Save' }).isVisible())
  await changes.click()
  await page.getByText('Say which parent you are.').waitFor()
  t.notOk(await changes.isChecked(), 'it shows what is stored')
  await page.getByLabel('Alex').check()
  await page.locator('.who').getByRole('button', { name: 'Save' }).click()
  await page.getByRole('heading', { name: 'You, Alex' }).waitFor()
  await changes.focus()
  await page.keyboard.press('Space')
  await said.getByText('Saved.').waitFor()
  const warning = page.getByText('Nothing can reach you yet.')
  t.ok(await warning.isVisible(), 'no device')
  const isOn = async (on: boolean) =>
    waitFor('the switch', async () => (await readNotificationSettings(web.db, alex)).changes === on)
  await changes.click()
  await warning.waitFor({ state: 'hidden' })
  await isOn(false)
  await changes.click()
  await isOn(true)
  t.match(await readNotificationSettings(web.db, alex), { changes: true, reminderAt: null })
  await page.getByLabel('Reminder at').fill('19:15')
  await page.getByRole('switch', { name: 'In the evening' }).click()
  await waitFor('the reminder', async () => {
    const { reminderAt } = await readNotificationSettings(web.db, alex)
    return reminderAt?.toString() === '19:15:00'
  })
  await page.reload()
  t.ok(await changes.isChecked())
  t.equal(await page.getByLabel('Reminder at').inputValue(), '19:15')
  t.same(
    faults.filter(text => !text.includes('400')),
    [],
  )
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
  const way = page.locator('.unreachable a')
  t.equal(await way.getAttribute('href'), '#channels', 'another way is offered')
  t.equal(await way.textContent(), 'Ways to reach you')
})
