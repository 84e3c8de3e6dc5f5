import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { launchChromium } from '@night-routine/servers/chromium'
import type { Page } from 'playwright-core'
import t from 'tap'
import type { Test } from 'tap'
import { authorization, emulatorFor } from '../../emulator.ts'

// A folder for screenshots, for people who work on the pages; usually unset.
const pictures = process.env['PICTURES']
const browser = await launchChromium(t)

const everyLook = [360, 1280].flatMap(width => [
  { width, colorScheme: 'light' as const },
  { width, colorScheme: 'dark' as const },
])
type Look = (typeof everyLook)[number]
/** Each width and each scheme once; `npm run test:long` tests all four combinations. */
const looks = everyLook.filter(
  (_, index) => process.env['LONG_TESTS'] !== undefined || index % 3 === 0,
)

/** A page of a new visitor. Anything in its console fails the test. */
async function visitor(t: Test, { colorScheme, width }: Look): Promise<Page> {
  const context = await browser.newContext({ viewport: { width, height: 800 }, colorScheme })
  t.teardown(() => context.close())
  const page = await context.newPage()
  page.on('console', message => {
    if (message.type() === 'error') t.fail(message.text())
  })
  page.on('pageerror', error => t.fail(error.message))
  return page
}

async function looksRight(t: Test, page: Page, name: string, { colorScheme, width }: Look) {
  const [scroll, room] = await page.evaluate<[number, number]>(
    '[document.documentElement.scrollWidth, document.documentElement.clientWidth]',
  )
  t.equal(scroll, room, `${name} does not scroll sideways`)
  if (pictures !== undefined) {
    await page.screenshot({
      path: `${pictures}/${name}-${width}-${colorScheme}.png`,
      fullPage: true,
    })
  }
}

/** A product's callback; returns its address. */
async function product(t: Test): Promise<string> {
  const server = createServer((_, response) => response.end('Back at the product'))
  server.listen(0, 'localhost')
  await once(server, 'listening')
  t.teardown(() => server.close())
  const { port } = server.address() as AddressInfo
  return `http://localhost:${port}/callback`
}

for (const look of looks) {
  t.test(`${look.width} px, ${look.colorScheme}`, async t => {
    const emulator = await emulatorFor(t)
    const { control, origin } = emulator
    const page = await visitor(t, look)
    for (let day = 1; day <= 31; day += 1) {
      const start = Temporal.PlainDate.from({ year: 2026, month: 12, day })
      await control.createEvent('family', {
        start: { date: start.toString() },
        end: { date: start.add({ days: 1 }).toString() },
        summary: day % 2 === 0 ? '[Robin] 🌃👶Routine' : '[Alexandrina-Konstantina] 🌃👶Routine',
      })
    }

    await t.test('a month, in which an event is made, moved and deleted', async t => {
      await page.goto(`${origin}/?calendar=family&month=2026-12`)
      await looksRight(t, page, 'month', look)
      await page.getByTitle('New event on 2026-12-24').click()
      await page.getByLabel('Title').fill('Dentist')
      await page.getByLabel('Time').fill('09:30')
      await looksRight(t, page, 'new-event', look)
      await page.getByRole('button', { name: 'Save' }).click()
      await page.getByRole('link', { name: '09:30 Dentist' }).click()
      await page.getByLabel('Date').fill('2026-12-28')
      await page.getByRole('button', { name: 'Save' }).click()
      const [dentist] = (await control.events('family')).filter(
        ({ summary }) => summary === 'Dentist',
      )
      t.match(dentist?.start.dateTime, '2026-12-28T09:30')
      await page.getByRole('link', { name: '09:30 Dentist' }).click()
      await page.getByRole('button', { name: 'Delete' }).click()
      await page.getByRole('heading', { name: 'Family, December 2026' }).waitFor()
      t.equal(await page.getByRole('link', { name: '09:30 Dentist' }).count(), 0)
    })

    await t.test('an account is chosen, and access allowed', async t => {
      // The form leads to the product, which only has to exist.
      const redirectUri = await product(t)
      await page.goto(authorization(emulator, { redirect_uri: redirectUri }).url)
      await looksRight(t, page, 'choose-account', look)
      await page.getByRole('link', { name: 'Alex' }).click()
      const events = page.getByLabel('View and edit events on all your calendars')
      t.notOk(await events.isChecked(), 'as with Google, no box is ticked beforehand')
      await looksRight(t, page, 'consent', look)
      for (const box of await page.getByRole('checkbox').all()) await box.check()
      await page.getByRole('button', { name: 'Allow' }).click()
      await page.getByText('Back at the product').waitFor()
      t.ok(new URL(page.url()).searchParams.get('code'))
    })
  })
}
