import { readPushSubscriptions, readNotificationSettings } from '@night-routine/database'
import type { Page } from 'playwright-core'
import t from 'tap'
import {
  launchWholeChromium,
  launchChromium,
  listeningWeb,
  openPage,
  until,
} from '../../listening-web.ts'

const alex = 'alex@example.com'
const address = '/settings/notifications'
const point = Buffer.concat([Buffer.from([4]), Buffer.alloc(64, 1)]).toString('base64url')
const secret = Buffer.alloc(16, 2).toString('base64url')

/** No push service can be reached from a test, so the browser's part is played here. */
const subscribing = `PushManager.prototype.subscribe = async ({ applicationServerKey }) => ({
  toJSON: () => ({
    endpoint: 'https://push.example.com/' + applicationServerKey.length,
    keys: { p256dh: '${point}', auth: '${secret}' },
  }),
})`

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

t.test('with script: this device is turned on by one press', async t => {
  const browser = await launchWholeChromium(t)
  if (browser === undefined) {
    t.comment('skipped: it needs chromium, because the headless shell shows no notifications')
    return
  }
  const household = await listeningWeb(t)
  const { origin, web } = household
  const { page, faults } = await openPage(browser, household, {
    serviceWorkers: 'allow',
    permissions: ['notifications'],
  })
  await page.addInitScript(subscribing)
  await page.goto(origin + address)
  await button(page).click()
  await until(page, `document.querySelector('#devices').dataset.on !== undefined`)
  t.match(await page.locator('#devices .lines').textContent(), 'this browser')
  t.notOk(await button(page).isVisible(), 'it is on')
  t.equal(await note(page).textContent(), '')
  const [known] = await readPushSubscriptions(web.db, alex)
  t.equal(known?.endpoint, 'https://push.example.com/87', 'with the key of this installation')
  t.match(await readNotificationSettings(web.db, alex), { byPush: true })
  t.match(await page.locator('[role=status]').first().textContent(), 'tick what you want to hear')

  await page.getByRole('button', { name: 'Remove' }).click()
  await until(page, `document.querySelector('#devices').dataset.on === undefined`)
  t.same(await readPushSubscriptions(web.db), [])

  await page.evaluate(`PushManager.prototype.subscribe = async () => { throw new Error('away') }`)
  await button(page).click()
  await until(
    page,
    `document.querySelector('[data-push-note]').textContent.includes('didn’t work')`,
  )
  t.same(faults, [])

  await t.test('what was ticked before that press is saved with it', async t => {
    await page.goto(origin + address)
    await page.getByLabel('When someone else changes my nights').check()
    await page.getByLabel('Push messages on my devices').uncheck()
    await button(page).click()
    await page.locator('[role=alert]').waitFor()
    t.match(await page.locator('[role=alert]').textContent(), 'Say which parent you are.')
    t.ok(await page.getByLabel('When someone else changes my nights').isChecked())
    t.match(await readNotificationSettings(web.db, alex), { changes: false, byPush: true })

    await page.getByRole('button', { name: 'Remove' }).click()
    await page.getByText('Device removed.').waitFor()
    await page.getByLabel('When someone else changes my nights').check()
    await page.getByLabel('Alex').check()
    await button(page).click()
    await page.getByText('Saved.').waitFor()
    t.ok(await page.getByLabel('Push messages on my devices').isChecked())
    t.match(await readNotificationSettings(web.db, alex), { changes: true, byPush: true })
    t.equal((await readPushSubscriptions(web.db, alex)).length, 1)
  })
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
