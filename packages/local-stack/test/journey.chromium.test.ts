import { createControl } from '@night-routine/google-emulator'
import { chromium } from 'playwright-core'
import type { Page } from 'playwright-core'
import t from 'tap'
import type { Test } from 'tap'
import { launchStack, stackPlace } from './running-stack.ts'

const browser = await chromium.launch({
  executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--disable-background-networking'],
})
t.teardown(() => browser.close())

/** A page of a new visitor; anything it complains about in its console fails the test. */
async function visitor(t: Test, options: { width: number; javaScript: boolean; dark?: boolean }) {
  const context = await browser.newContext({
    viewport: { width: options.width, height: options.width < 700 ? 740 : 800 },
    javaScriptEnabled: options.javaScript,
    colorScheme: options.dark ? 'dark' : 'light',
  })
  t.teardown(() => context.close())
  const page = await context.newPage()
  page.on('console', message => {
    if (message.type() === 'error' && !message.text().includes('status of 4'))
      t.fail(message.text())
  })
  page.on('pageerror', error => t.fail(error.message))
  return page
}

async function fitsTheScreen(t: Test, page: Page) {
  const [scroll, width] = await page.evaluate<[number, number]>(
    '[document.documentElement.scrollWidth, document.documentElement.clientWidth]',
  )
  t.equal(scroll, width, `${page.url()} does not scroll sideways at ${width} px`)
}

async function signIn(page: Page, publicUrl: string, name: string) {
  await page.goto(publicUrl)
  await page.getByRole('link', { name: 'Sign in with Google' }).click()
  await page.getByRole('link', { name }).click()
  await page.getByRole('button', { name: 'Allow' }).click()
}

t.test('from one command to a fair month in the calendar', async t => {
  const place = await stackPlace(t)
  const stack = await launchStack(t, place)
  t.equal(stack.exitCode, undefined, stack.printed())
  const control = createControl(stack.emulatorUrl)
  const page = await visitor(t, { width: 1280, javaScript: true })

  await signIn(page, stack.publicUrl, 'Alex')
  t.equal(page.url(), `${stack.publicUrl}/calendars`)
  await fitsTheScreen(t, page)
  await page.getByLabel('Family').check()
  await page.getByRole('button', { name: 'Use this calendar' }).click()
  t.equal(page.url(), `${stack.publicUrl}/`)
  await fitsTheScreen(t, page)

  const confirmed = async () =>
    (await control.events('family')).filter(({ status }) => status === 'confirmed')
  // A slow machine answers before all of them are there, and says how far it is.
  await page.getByText('is up to date').waitFor({ timeout: 60_000 })
  const events = await confirmed()
  t.ok(events.length >= 30, `${events.length} events`)
  const nights = new Set(events.map(({ start }) => start.date))
  t.equal(nights.size, events.length, 'one event a night')
  for (const { summary, description } of events) {
    t.match(summary, /^\[(Alex|Robin)\] 🌃👶Routine$/)
    t.match(description, /\w+.*\.\n/)
  }
  const alex = events.filter(({ summary }) => summary?.startsWith('[Alex]')).length
  t.ok(Math.abs(2 * alex - events.length) <= 1, `Alex ${alex} of ${events.length}: fair`)

  await t.test('a night says why', async t => {
    await page.getByRole('link', { name: 'Why, or change it' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('heading', { level: 2, name: /: (Alex|Robin)$/ }).waitFor()
    await fitsTheScreen(t, page)
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'hidden' })
  })

  await t.test('Sync changes nothing when nothing has changed', async t => {
    await control.clearRequests()
    await page.getByRole('button', { name: 'Sync' }).click()
    t.equal(page.url(), `${stack.publicUrl}/`)
    const writes = (await control.requests()).filter(({ method }) => method !== 'GET')
    t.strictSame(writes, [])
  })

  await t.test('the other parent, on a phone without script, in the dark', async t => {
    const phone = await visitor(t, { width: 360, javaScript: false, dark: true })
    await signIn(phone, stack.publicUrl, 'Robin')
    for (const path of ['/', '/calendars', '/statistics']) {
      await phone.goto(stack.publicUrl + path)
      t.ok(await phone.getByRole('heading', { level: 1 }).isVisible(), path)
    }
    await phone.goto(stack.publicUrl)
    t.ok(await phone.getByText('Tonight').first().isVisible())
    await phone.getByRole('button', { name: 'Sign out' }).click()
    await phone.goto(`${stack.publicUrl}/statistics`)
    t.ok(await phone.getByRole('link', { name: 'Sign in with Google' }).isVisible())
  })

  await t.test('a stranger is turned away', async t => {
    const stranger = await visitor(t, { width: 360, javaScript: true })
    await signIn(stranger, stack.publicUrl, 'stranger@example.com')
    t.match(await stranger.getByRole('main').innerText(), 'not on the list')
    await fitsTheScreen(t, stranger)
  })

  await t.test(
    'after a restart the session, the month and the calendar are as they were',
    async t => {
      // A page that is open would tell its console that the stack is gone.
      await page.goto('about:blank')
      t.equal(await stack.interrupt(), 0)
      const again = await launchStack(t, place)
      await page.goto(again.publicUrl)
      t.ok(await page.getByText('Signed in as alex@example.com').isVisible())
      t.strictSame(
        (await control.events('family')).map(({ id }) => id).toSorted(),
        events.map(({ id }) => id).toSorted(),
      )
      await page.goto('about:blank')
      await again.interrupt()
    },
  )
})
