import { readNotificationSettings } from '@night-routine/database/notifications'
import { saveMemberParent } from '@night-routine/database/people'
import { waitFor } from '@night-routine/servers'
import { launchChromium } from '@night-routine/servers/chromium'
import t from 'tap'
import { listeningWeb, openPage, until } from '../listening-web.ts'

const alex = 'alex@example.com'

t.test('what a person hears, and by which browser', async t => {
  const browser = await launchChromium(t)
  const household = await listeningWeb(t)
  const { origin, web } = household
  await saveMemberParent(web.db, alex, null)

  await t.test('without script, push says that it needs script', async t => {
    const { page } = await openPage(browser, household, { javaScriptEnabled: false })
    await page.goto(`${origin}/you`)
    t.match(await page.locator('[data-push-note]').textContent(), 'Push messages need script')
    t.notOk(await page.locator('[data-turn-on]').isVisible())
    t.ok(await page.locator('#reminders').getByRole('button', { name: 'Save' }).isVisible())
  })

  await t.test('with script, a switch saves at once, by pointer and by keyboard', async t => {
    const { page, faults } = await openPage(browser, household)
    await page.goto(`${origin}/`)
    await page.getByRole('link', { name: 'You', exact: true }).click()
    const changes = page.getByRole('switch', {
      name: 'When someone else changes one of your nights',
    })
    t.notOk(await page.locator('#reminders').getByRole('button', { name: 'Save' }).isVisible())
    await changes.click()
    await page.getByText('Say which parent you are.').waitFor()
    t.notOk(await changes.isChecked(), 'it shows what is stored')
    await page.getByLabel('Alex').check()
    await page.locator('.who').getByRole('button', { name: 'Save' }).click()
    await page.getByRole('heading', { name: 'You, Alex' }).waitFor()
    await changes.focus()
    await page.keyboard.press('Space')
    await page.locator('[data-saved]').getByText('Saved.').waitFor()
    const warning = page.getByText('Nothing can reach you yet.')
    t.ok(await warning.isVisible(), 'no device')
    await changes.click()
    await warning.waitFor({ state: 'hidden' })
    await page.getByLabel('Reminder at').fill('19:15')
    await page.getByRole('switch', { name: 'In the evening' }).click()
    await waitFor('the reminder', async () => {
      const { changes: isOn, reminderAt } = await readNotificationSettings(web.db, alex)
      return !isOn && reminderAt?.toString() === '19:15:00'
    })
    await page.reload()
    t.notOk(await changes.isChecked())
    t.equal(await page.getByLabel('Reminder at').inputValue(), '19:15')
    t.same(
      faults.filter(text => !text.includes('400')),
      [],
    )
  })

  await t.test('a browser that was told no says how to allow it', async t => {
    const { page } = await openPage(browser, household)
    const note = (text: string) =>
      until(page, `document.querySelector('[data-push-note]').textContent.includes('${text}')`)
    await page.addInitScript(
      `Object.defineProperty(Notification, 'permission', { value: 'denied' })`,
    )
    await page.goto(`${origin}/you`)
    await note('blocked')
    t.notOk(await page.locator('[data-turn-on]').isVisible())
    await page.addInitScript(`delete window.PushManager`)
    await page.reload()
    await note('can’t receive')
    const way = page.locator('.unreachable a')
    t.equal(await way.getAttribute('href'), '#channels', 'another way is offered')
    t.equal(await way.textContent(), 'Ways to reach you')
  })
})
