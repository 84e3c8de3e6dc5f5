import { parseSecretKeys, transaction } from '@night-routine/database/connection'
import { readAsk, readNights, readOpenAsks } from '@night-routine/database/nights'
import {
  readNotificationSettings,
  readPushSubscriptions,
  saveNotificationSettings,
  savePushSubscription,
} from '@night-routine/database/notifications'
import { waitFor } from '@night-routine/servers'
import { askPath, unsubscribePath } from '@night-routine/notifications'
import { launchWholeChromium } from '@night-routine/servers/chromium'
import type { Page } from 'playwright-core'
import t from 'tap'
import { listeningWeb, openPage, todayOf, until } from '../listening-web.ts'
import { controlled, inWorker } from './worker-page.ts'

const alex = 'alex@example.com'
const at = (name: string) => `https://push.example.com/${name}`
const keysOfDevice = {
  p256dh: Buffer.concat([Buffer.from([4]), Buffer.alloc(64, 1)]).toString('base64url'),
  auth: Buffer.alloc(16, 2).toString('base64url'),
}
/** No push service can be reached from a test, so the browser's part is played here. */
const subscribing = `PushManager.prototype.subscribe = async ({ applicationServerKey }) => ({
  toJSON: () => ({
    endpoint: '${at('')}' + applicationServerKey.length,
    keys: ${JSON.stringify(keysOfDevice)},
  }),
})`

/**
 * Delivers a push message as the browser's push service would; done when its notification is shown.
 * A page that asks for notifications while one is being shown makes Chromium forget that one.
 */
async function deliverPush(page: Page, origin: string, message: unknown) {
  const context = page.context()
  await inWorker(
    context,
    `void (self.shownNow = new Promise(resolve => {
      registration.showNotification = async (...all) => {
        delete registration.showNotification
        resolve(registration.showNotification(...all))
      }
    }))`,
  )
  const session = await page.context().newCDPSession(page)
  const registered = new Promise<string>(resolve => {
    session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const [found] = registrations.filter(({ isDeleted }) => !isDeleted)
      if (found) resolve(found.registrationId)
    })
  })
  await session.send('ServiceWorker.enable')
  const registrationId = await registered
  const data = typeof message === 'string' ? message : JSON.stringify(message)
  await session.send('ServiceWorker.deliverPushMessage', { origin, registrationId, data })
  await session.detach()
  await inWorker(context, 'shownNow')
}

interface Shown {
  title: string
  body: string
  tag: string
  actions: string[]
}

const shown = (page: Page) =>
  page.evaluate<Shown[]>(`navigator.serviceWorker.ready.then(worker => worker.getNotifications())
    .then(all => all.map(({ title, body, tag, actions }) =>
      ({ title, body, tag, actions: actions.map(each => each.title) })))`)

t.test('push messages in the service worker', async t => {
  const browser = await launchWholeChromium(t)
  const household = await listeningWeb(t)
  const { web, origin } = household
  const { page } = await openPage(browser, household, {
    serviceWorkers: 'allow',
    permissions: ['notifications'],
  })
  const context = page.context()
  await page.goto(origin)
  await until(page, controlled)

  await t.test('shows a push message, and a second copy in its place', async t => {
    const message = {
      title: 'Your nights changed',
      body: 'Robin gave you Sunday.',
      tag: 'one',
      url: `${origin}/`,
      turnOff: { label: 'Turn off', url: `${origin}/unsubscribe?token=x` },
      // For browsers that show it without a worker.
      web_push: 8030,
      notification: { title: 'Your nights changed', navigate: `${origin}/` },
    }
    await deliverPush(page, origin, message)
    const expected = { title: message.title, body: message.body, tag: 'one', actions: ['Turn off'] }
    t.same(await shown(page), [expected])
    await deliverPush(page, origin, { ...message, title: 'Robin gave you Sunday and Monday.' })
    t.match(await shown(page), [{ title: 'Robin gave you Sunday and Monday.' }])
    await deliverPush(page, origin, 'not JSON')
    const wordless = (await shown(page)).filter(({ tag }) => tag === '')
    t.match(wordless, [{ title: 'Night Routine', body: '' }])
  })

  /** As a person who presses the first notification. Only the browser itself makes trusted events. */
  const press = (action: string, data: object) =>
    inWorker(
      context,
      `registration.showNotification('x', { tag: 'pressed', data: ${JSON.stringify(data)} })
        .then(() => registration.getNotifications({ tag: 'pressed' }))
        .then(([notification]) => {
          const event = new NotificationEvent('notificationclick', {
            action: ${JSON.stringify(action)}, notification })
          let work
          Object.defineProperty(event, 'waitUntil', { value: promise => (work = promise) })
          dispatchEvent(event)
          return work.then(() => null)
        })`,
    )

  await t.test('a press opens the plan, never another site', async t => {
    await page.goto(`${origin}/help`)
    await press('', { url: `${origin}/` })
    await page.waitForURL(`${origin}/`)
    await page.goto(`${origin}/help`)
    await press('', { url: 'https://example.com/' })
    await page.waitForURL(`${origin}/`)
    t.equal(page.url(), `${origin}/`)
  })

  await t.test('“Turn off” turns push messages off by one press', async t => {
    await transaction(web.db, trx =>
      saveNotificationSettings(trx, alex, {
        reminderAt: null,
        changes: true,
        channels: ['email', 'push'],
        quiet: null,
      }),
    )
    const keys = parseSecretKeys(web.config.SECRET_KEYS)
    const url = origin + unsubscribePath(keys, { email: alex, channel: 'push' })
    await press('turn-off', { url: origin, turnOff: { url } })
    t.match(await readNotificationSettings(web.db, alex), { channels: ['email'] })
  })

  await t.test('an ask is answered by one press, and says what came of it', async t => {
    const answers = { accept: 'Take it', decline: 'I can’t', url: `${origin}/asks/link?token=x` }
    const message = { title: 'Can you take tonight?', body: 'Alex asks.', tag: 'ask', answers }
    await deliverPush(page, origin, {
      ...message,
      url: `${origin}/`,
      turnOff: { label: 'Turn off' },
    })
    const asks = (await shown(page)).filter(({ tag }) => tag === 'ask')
    t.match(asks, [{ actions: ['Take it', 'I can’t'] }])
    const tomorrow = todayOf(web).add({ days: 1 })
    const nights = await readNights(web.db, tomorrow, tomorrow.add({ days: 8 }))
    const theirs = nights.find(({ caregiver }) => caregiver === 'b')
    await household.robin.post('/asks', { assignment_id: String(theirs?.id) })
    const [{ id: asked } = { id: '' }] = await readOpenAsks(web.db)
    const keys = parseSecretKeys(web.config.SECRET_KEYS)
    const url = origin + askPath(keys, { ask: asked, email: alex })
    await press('accept', { url: origin, answers: { url } })
    t.match(await readAsk(web.db, asked), { state: 'accepted' })
    const told = (await shown(page)).filter(({ tag }) => tag === 'pressed')
    t.match(told, [{ title: /^Done: you have /, actions: [] }])
  })

  const endpoints = async () =>
    (await readPushSubscriptions(web.db, alex)).map(({ endpoint }) => endpoint)

  await t.test('a subscription that the browser replaced is renewed, if it is known', async t => {
    const change = (from: string | null, to: string) =>
      inWorker(
        context,
        `(() => {
          const event = new ExtendableEvent('pushsubscriptionchange')
          let work
          Object.defineProperty(event, 'waitUntil', { value: promise => (work = promise) })
          event.oldSubscription = ${JSON.stringify(from && { endpoint: at(from) })}
          const renewed = ${JSON.stringify({ endpoint: at(to), keys: keysOfDevice })}
          event.newSubscription = { toJSON: () => renewed }
          dispatchEvent(event)
          return work.then(() => null)
        })()`,
      )
    await change(null, 'new')
    await change('old', 'new')
    t.same(await endpoints(), [], 'the person turned it off')
    await savePushSubscription(web.db, {
      email: alex,
      endpoint: at('old'),
      ...keysOfDevice,
      now: web.clock.now(),
    })
    await change('old', 'new')
    t.same(await endpoints(), [at('new')])
    t.match(await readNotificationSettings(web.db, alex), { channels: ['email'] }, 'push stays off')
  })

  await t.test(
    'a lost subscription is made again at the next start, or the page says so',
    async t => {
      const [{ session } = { session: '' }] = await web.db
        .selectFrom('sessions')
        .select('token_hash as session')
        .where('email', '=', alex)
        .execute()
      const lost = {
        email: alex,
        endpoint: at('lost'),
        ...keysOfDevice,
        session,
        now: web.clock.now(),
      }
      await savePushSubscription(web.db, lost)
      /** No push service can be reached from a test, so its part is played here. */
      const start = async (subscribes: string) => {
        await inWorker(
          context,
          `void (PushManager.prototype.subscribe = async () => ${subscribes}, self.told = undefined)`,
        )
        await page.goto(origin)
        await waitFor('the comparison', () => inWorker<boolean>(context, 'self.told !== undefined'))
        await inWorker(context, 'self.told')
      }
      await start(
        `({ toJSON: () => (${JSON.stringify({ endpoint: at('again'), keys: keysOfDevice })}) })`,
      )
      t.ok((await endpoints()).includes(at('again')))
      t.notOk((await endpoints()).includes(at('lost')))
      await start(`{ throw new DOMException('no permission', 'NotAllowedError') }`)
      t.notOk((await endpoints()).includes(at('again')))
      await page.goto(`${origin}/you`)
      await page.getByText('This device no longer gets messages. Turn it on again').waitFor()
      t.ok(await page.locator('[data-turn-on]').isVisible())
    },
  )

  await t.test('a device is turned on by one press', async t => {
    await web.db.deleteFrom('push_subscriptions').execute()
    const faults: string[] = []
    page.on('pageerror', error => faults.push(error.message))
    const button = page.locator('[data-turn-on]')
    await page.addInitScript(subscribing)
    await page.goto(`${origin}/you`)
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
    t.match(await readNotificationSettings(web.db, alex), { channels: ['email', 'push'] })
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
})
