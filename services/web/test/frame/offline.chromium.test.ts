import { waitFor } from '@night-routine/servers'
import { launchChromium } from '@night-routine/servers/chromium'
import type { BrowserContext, Request } from 'playwright-core'
import t from 'tap'
import { Browser } from '../browser.ts'
import { listeningWeb, openPage, until } from '../listening-web.ts'
import { controlled, inWorker } from './worker-page.ts'

const isKept = (context: BrowserContext) =>
  inWorker<boolean>(context, `caches.open('last-plan').then(kept => kept.match('/')).then(Boolean)`)

t.test('the service worker without a network', async t => {
  const browser = await launchChromium(t)
  const household = await listeningWeb(t)
  const { web, origin } = household
  const { page } = await openPage(browser, household, { serviceWorkers: 'allow' })
  const context = page.context()
  const asked = new Set<Request>()
  page.on('request', request => asked.add(request))
  page.on('requestfinished', request => asked.delete(request))
  await page.goto(`${origin}/help`)
  await until(page, controlled)
  await until(page, `caches.match('/').then(Boolean)`)
  await waitFor('every answer to be read', () => asked.size === 0)

  await t.test('offline it shows the last plan, and says as of when', async t => {
    await page.goto(origin)
    await until(page, `caches.match('/').then(Boolean)`)
    const line = page.locator('.offline')
    t.notOk(await line.isVisible())
    const name = await page.locator('.tonight h1').textContent()

    await context.setOffline(true)
    await page.goto(`${origin}/`)
    t.ok(await line.isVisible())
    t.match(await line.textContent(), /^You’re offline\. This is the plan as of \d\d:\d\d on /)
    t.equal(await page.locator('.tonight h1').textContent(), name)
    const width = await page.evaluate<string>(`getComputedStyle(document.body).maxWidth`)
    t.not(width, 'none', 'with its styles')
    await page.goto(`${origin}/?month=2026-11`)
    t.ok(await line.isVisible(), 'any month leads to the last plan')

    await context.setOffline(false)
    await page.goto(`${origin}/`)
    t.notOk(await line.isVisible())
  })

  await t.test('other pages say that they need a connection, and lead to the plan', async t => {
    await page.goto(origin)
    const night = await page.locator('.month a').first().getAttribute('href')
    await until(page, `caches.match('/offline').then(Boolean)`)
    await context.setOffline(true)
    for (const path of ['/statistics', '/settings', String(night)]) {
      await page.goto(origin + path)
      t.equal(await page.locator('h1').textContent(), 'You’re offline', path)
    }
    await page.getByRole('link', { name: 'See the last plan' }).click()
    await page.waitForURL(`${origin}/`)
    t.ok(await page.locator('.offline').isVisible())
    await page.locator('.month a').first().click()
    await until(page, `document.querySelector('h1').textContent === 'You’re offline'`)
    await context.setOffline(false)
  })

  await t.test(
    'a form that is sent without a network saves nothing, and says only that',
    async t => {
      for (const [path, button] of [
        ['/', '[action="/sync"] button'],
        ['/settings', '[value=save]'],
      ] as const) {
        await page.goto(origin + path)
        await context.setOffline(true)
        await page.locator(button).first().click()
        const said = page.getByRole('alert')
        t.same(await said.allTextContents(), ['You’re offline, so nothing was saved.'], button)
        t.equal(page.url(), origin + path)
        await context.setOffline(false)
      }
    },
  )

  await t.test('keeps only the plan and its files', async t => {
    const kept = await page.evaluate<string[]>(
      `caches.open('last-plan').then(c => c.keys()).then(all => all.map(r => new URL(r.url).pathname))`,
    )
    t.ok(kept.length >= 3)
    for (const path of kept) t.match(path, /^\/(offline|assets\/.+)?$/)
  })

  await t.test('a page that arrives during a sign-out is not kept', async t => {
    await inWorker(
      context,
      `fetch('/').then(page => {
        const keeping = keep(page, era)
        return forget().then(() => keeping)
      }).then(() => null)`,
    )
    t.equal(await isKept(context), false)
  })

  await t.test('forgets the plan when its session has ended elsewhere', async t => {
    await page.goto(`${origin}/`)
    await until(page, `caches.match('/').then(Boolean)`)
    await web.db.deleteFrom('sessions').where('email', '=', 'alex@example.com').execute()
    await page.goto(`${origin}/`)
    await until(page, `caches.match('/').then(found => !found)`)
    await context.setOffline(true)
    await t.rejects(page.goto(`${origin}/`), /ERR_/)
    await context.setOffline(false)
  })

  await t.test('after a sign-out nothing of the household stays in the browser', async t => {
    const alex = new Browser(web)
    await alex.signIn('alex@example.com')
    const session = alex.cookies.get('session') ?? ''
    const { page: other } = await openPage(
      browser,
      { ...household, session },
      { serviceWorkers: 'allow' },
    )
    await other.goto(origin)
    await until(other, controlled)
    await other.goto(origin)
    await until(other, `caches.match('/').then(Boolean)`)
    await other.locator('form[action="/sign-out"] button').click()
    await other.waitForURL(`${origin}/`)
    await until(other, `caches.match('/').then(found => !found)`)
    await other.context().setOffline(true)
    await t.rejects(other.goto(`${origin}/`), /ERR_/)
  })
})
