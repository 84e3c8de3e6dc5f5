import { mkdirSync } from 'node:fs'
import { freePort } from '@night-routine/servers'
import { launchChromium } from '@night-routine/servers/chromium'
import type { Page } from 'playwright-core'
import t, { type Test } from 'tap'
import { sync } from '../../../src/sync.ts'
import { Browser } from '../../browser.ts'
import { alex, noWakes } from '../../demo-household.ts'
import { runWeb } from '../../running-web.ts'

/** Folder for pictures; unset saves none. */
const pictures = process.env['PAGES_FOLDER']

/** A listening service with a plan, and the cookie of a signed-in person. */
async function listening(t: Test) {
  const port = await freePort()
  const origin = `http://127.0.0.1:${port}`
  const web = await runWeb(t, { PUBLIC_URL: origin })
  const { db, clock } = web
  await sync({ db, lockingDb: db, clock, wake: noWakes, patienceMs: 0 }, alex)
  const person = new Browser(web)
  await person.signIn('alex@example.com')
  await web.service.listen({ host: '127.0.0.1', port })
  return { origin, clock, cookie: { name: 'session', value: person.cookies.get('session') ?? '' } }
}

// Widths and states are covered by the list of screens; this file tests changes. What the forms do without script
// is the matter of settings.test.ts and absences.test.ts, so that a browser tries it only in the long tests.
const narrow = { viewport: { width: 320, height: 640 }, colorScheme: 'light' } as const
const withoutScript = {
  viewport: { width: 1280, height: 800 },
  colorScheme: 'dark',
  javaScriptEnabled: false,
} as const
const screens = process.env['LONG_TESTS'] === undefined ? [narrow] : [narrow, withoutScript]

t.test('settings and absences on a narrow screen', async t => {
  const browser = await launchChromium(t)
  for (const screen of screens) {
    // Each starts with a fresh household.
    const { origin, clock, cookie } = await listening(t)
    const today = clock.now().toZonedDateTimeISO('Europe/Paris').toPlainDate()
    const context = await browser.newContext(screen)
    await context.addCookies([{ ...cookie, url: origin }])
    const page = await context.newPage()
    const faults: string[] = []
    page.on('pageerror', error => faults.push(error.message))
    page.on('console', message => message.type() === 'error' && faults.push(message.text()))
    const look = async (state: string) =>
      fits(t, page, `${state} ${screen.viewport.width} ${screen.colorScheme}`)
    const press = async (name: string, nth = 0) =>
      page.getByRole('button', { name, exact: true }).nth(nth).click()

    await page.goto(`${origin}/`)
    await page.getByRole('link', { name: 'Settings' }).click()
    await look('settings')

    await page.getByRole('group', { name: 'Robin is always away on' }).getByLabel('Monday').check()
    await page.getByLabel('Plan ahead for').fill('20')
    await page.getByLabel('Plan ahead for').press('Enter')
    await hasFocus(page, 'preview-title')
    await look('preview')
    t.equal(await page.getByLabel('Plan ahead for').inputValue(), '20')

    await page.getByLabel('First parent').fill('')
    await page.getByLabel('Plan ahead for').fill('many')
    await page.getByLabel('Time zone').fill('Mars/Base')
    await press('Save')
    await look('refused')
    t.equal(await page.getByRole('alert').getByRole('link').count(), 3)
    await hasFocus(page, 'parents.a.name')
    t.equal(await page.getByLabel('Time zone').inputValue(), 'Mars/Base')
    await page.getByRole('alert').getByRole('link').nth(2).click()
    await hasFocus(page, 'timeZone')

    await page.getByLabel('First parent').fill('Maximiliane-Charlotte')
    await page.getByLabel('Plan ahead for').fill('20')
    await page.getByLabel('Time zone').fill('Europe/Lisbon')
    await press('Save')
    t.match(await page.locator('p[role=status]').first().textContent(), /^Saved\. /)
    await look('saved')

    await page.getByLabel('Who').selectOption('a')
    await page.getByLabel('First night').fill(today.add({ days: 2 }).toString())
    await page.getByLabel('Last night').fill(today.add({ days: 6 }).toString())
    await press('Show what would change', 1)
    await hasFocus(page, 'preview-title')
    await look('absence-preview')
    await press('Save', 1)
    await page.getByRole('button', { name: /^Remove Maximiliane-Charlotte: / }).waitFor()
    await look('absences')
    await page.getByLabel('First night').fill(today.add({ days: 2 }).toString())
    await press('Save', 1)
    await hasFocus(page, 'parent')
    await look('absence-refused')
    await page.getByRole('button', { name: /^Remove/ }).click()
    t.match(await page.locator('p[role=status]').first().textContent(), 'Absence removed.')

    t.same(
      faults.filter(words => !words.includes('400')),
      [],
      'nothing is refused by the content security policy',
    )
    await context.close()
  }
})

async function fits(t: Test, page: Page, at: string) {
  t.equal(
    await page.evaluate('document.documentElement.scrollWidth'),
    await page.evaluate('document.documentElement.clientWidth'),
    `${at}: no sideways scroll`,
  )
  const small =
    await page.evaluate(`[...document.querySelectorAll('a, button, .tick, select, input:not([type=hidden], [type=checkbox])')]
    .filter(target => !target.matches('.skip, p a'))
    .filter(target => target.getBoundingClientRect().height < 24)
    .map(target => target.outerHTML)`)
  t.same(small, [], `${at}: targets of at least 24`)
  if (!pictures) return
  mkdirSync(pictures, { recursive: true })
  await page.screenshot({ path: `${pictures}/${at.replaceAll(' ', '-')}.png`, fullPage: true })
}

/** Waits until this element has the focus, which browsers set after layout. */
async function hasFocus(page: Page, id: string): Promise<void> {
  await page.locator(`[id="${id}"]:focus`).waitFor({ timeout: 60_000 })
}
