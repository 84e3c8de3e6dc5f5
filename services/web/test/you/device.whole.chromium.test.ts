import {
  readPushSubscriptions,
  readNotificationSettings,
} from '@night-routine/database/notifications'
import { waitFor } from '@night-routine/servers'
import t from 'tap'
import { launchWholeChromium, listeningWeb, openPage, until } from '../listening-web.ts'
import { controlled, inWorker } from '../frame/worker-page.ts'

const alex = 'alex@example.com'
const address = '/you'
const point = Buffer.concat([Buffer.from([4]), Buffer.alloc(64, 1)]).toString('base64url')
const secret = Buffer.alloc(16, 2).toString('base64url')

/** No push service can be reached from a test, so the browser's part is played here. */
const subscribing = `PushManager.prototype.subscribe = async ({ applicationServerKey }) => ({
  toJSON: () => ({
    endpoint: 'https://push.example.com/' + applicationServerKey.length,
    keys: { p256dh: '${point}', auth: '${secret}' },
  }),
})`

t.test('with script: this device is turned on by one press', async t => {
  const browser = await launchWholeChromium(t)
  const household = await listeningWeb(t)
  const { origin, web } = household
  const { page, faults } = await openPage(browser, household, {
    serviceWorkers: 'allow',
    permissions: ['notifications'],
  })
  const button = page.locator('[data-turn-on]')
  await page.addInitScript(subscribing)
  await page.goto(origin + address)
  // The worker has looked for a subscription before there is one; the real one would be its own, too.
  await until(page, controlled)
  await waitFor('the comparison', () =>
    inWorker<boolean>(page.context(), 'self.told !== undefined'),
  )
  await inWorker(page.context(), 'self.told')
  await button.click()
  await until(page, `document.querySelector('#devices').dataset.on !== undefined`)
  t.match(await page.locator('#devices .lines').textContent(), 'this browser')
  t.notOk(await button.isVisible(), 'it is on')
  t.equal(await page.locator('[data-push-note]').textContent(), '')
  const [known] = await readPushSubscriptions(web.db, alex)
  t.equal(known?.endpoint, 'https://push.example.com/87', 'with the key of this installation')
  t.match(await readNotificationSettings(web.db, alex), { channels: ['push'] })
  t.match(
    await page.locator('[role=status]').first().textContent(),
    'This device gets messages now.',
  )

  await page.locator('#devices').getByRole('button', { name: 'Remove' }).click()
  await until(page, `document.querySelector('#devices').dataset.on === undefined`)
  t.same(await readPushSubscriptions(web.db), [])

  await page.evaluate(`PushManager.prototype.subscribe = async () => { throw new Error('away') }`)
  await button.click()
  await until(
    page,
    `document.querySelector('[data-push-note]').textContent.includes('didn’t work')`,
  )
  t.same(faults, [])
})
