import { mkdirSync } from 'node:fs'
import { freePort } from '@night-routine/servers'
import { launchChromium } from '@night-routine/servers/chromium'
import type { Page } from 'playwright-core'
import { languages } from '@night-routine/wording'
import t, { type Test } from 'tap'
import { sync } from '../../../src/nights/home/sync.ts'
import { Browser } from '../../browser.ts'
import { alex, noWakes } from '../../demo-household.ts'
import { shownHousehold } from '../../shown-household.ts'
import { runWeb } from '../../running-web.ts'

/** Folder for pictures; unset saves none. */
const pictures = process.env['PAGES_FOLDER']

/** A listening service with a plan, and the cookie of a signed-in person. */
async function listening(t: Test) {
  const port = await freePort()
  const origin = `http://127.0.0.1:${port}`
  const web = await runWeb(t, { PUBLIC_URL: origin })
  const { db, clock } = web
  await sync({ db, lockingDb: db, clock, wake: noWakes }, alex)
  const person = new Browser(web)
  await person.signIn('alex@example.com')
  await web.service.listen({ host: '127.0.0.1', port })
  return { origin, clock, cookie: { name: 'session', value: person.cookies.get('session') ?? '' } }
}

// Widths and states are covered by the list of screens; this file tests changes. What the forms do without script
// is the matter of settings.test.ts and absences.test.ts, so that a browser tries it only in the long tests.
const narrow = {
  viewport: { width: 320, height: 640 },
  colorScheme: 'light',
  javaScriptEnabled: true,
} as const
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
    await look('family')
    await page.getByRole('group', { name: 'Robin is always away on' }).getByLabel('Monday').check()
    await press('Show what would change', 1)
    await hasFocus(page, 'preview-title')
    await look('preview')
    await page.getByLabel('First parent').fill('')
    await press('Save', 1)
    await hasFocus(page, 'parents.a.name')
    await look('family-refused')
    await page.getByLabel('First parent').fill('Maximiliane-Charlotte')
    await press('Save', 1)
    t.match(await said(page), /^Saved\. .+ instead\.$/)

    await page.getByRole('link', { name: 'Advanced' }).click()
    await look('advanced')
    await page.getByLabel('Plan ahead for').fill('20')
    await page.getByLabel('Plan ahead for').press('Enter')
    await hasFocus(page, 'preview-title')
    t.equal(await page.getByLabel('Plan ahead for').inputValue(), '20')
    await page.getByLabel('Plan ahead for').fill('many')
    await page.getByLabel('Time zone').fill('Mars/Base')
    await press('Save')
    await look('advanced-refused')
    t.equal(await page.getByRole('alert').getByRole('link').count(), 2)
    await hasFocus(page, 'lookAheadDays')
    t.equal(await page.getByLabel('Time zone').inputValue(), 'Mars/Base')
    await page.getByRole('alert').getByRole('link').last().click()
    await hasFocus(page, 'timeZone')
    await page.getByLabel('Plan ahead for').fill('20')
    await page.getByLabel('Time zone').fill('Europe/Lisbon')
    await press('Save')
    t.match(await said(page), /^Saved\. Every night stays as it was\. .* changed the settings: /)
    t.equal(page.url(), `${origin}/settings/advanced`)

    await page.getByRole('link', { name: 'Sharing' }).click()
    await look('sharing')
    await page.getByRole('link', { name: 'Family' }).click()

    const from = today.add({ days: 2 })
    const absence = page.getByRole('form', { name: 'Add an absence', exact: true })
    await absence.getByLabel('Who').selectOption('a')
    await absence.getByLabel('First night').fill(from.toString())
    await absence.getByLabel('Last night').fill(from.add({ days: 4 }).toString())
    if (screen.javaScriptEnabled)
      t.match(await page.locator('#from-text').textContent(), String(from.year), 'in words')
    await press('Show what would change')
    await hasFocus(page, 'preview-title')
    await look('absence-preview')
    await press('Save')
    const remove = page.getByRole('button', { name: /^Remove Maximiliane-Charlotte: / })
    await remove.waitFor()
    await look('absences')
    await press('Undo')
    t.match(await said(page), /^Undone\. /)
    t.equal(page.url(), `${origin}/settings`)
    t.equal(await remove.count(), 0)

    await absence.getByLabel('First night').fill(from.toString())
    await press('Save')
    await hasFocus(page, 'parent')
    await look('absence-refused')
    await absence.getByLabel('Who').selectOption('a')
    await press('Save')
    await remove.click()
    t.match(await said(page), 'Absence removed.')
    await page.getByRole('link', { name: 'History' }).click()
    await page
      .getByRole('button', { name: /^Undo ?: / })
      .first()
      .click()
    t.match(await said(page), /^Undone\./)
    t.match(page.url(), /\/history#change-/)

    t.same(
      faults.filter(text => !text.includes('400')),
      [],
      'nothing is refused by the content security policy',
    )
    await context.close()
  }
})

t.test('Back finds a form as it was left', async t => {
  const browser = await launchChromium(t)
  const page = await browser.newPage()
  await page.goto(`${await shownHousehold(t)}/settings`)
  const name = page.locator('form[action="/settings"] input:not([type])').first()
  const day = page.locator('form[action="/settings"] input[type=checkbox]').first()
  const was = await day.isChecked()
  await name.fill('Half typed')
  await day.setChecked(!was, { force: true })
  await page.click('nav [href="/history"]')
  await page.waitForURL('**/history')
  await page.goBack()
  await page.waitForURL('**/settings')
  await page.waitForLoadState()
  t.same([await name.inputValue(), await day.isChecked()], ['Half typed', !was])
  await page.reload()
  t.not(await name.inputValue(), 'Half typed')
})

t.test('each page of the settings has two columns on a screen', async t => {
  const browser = await launchChromium(t)
  for (const language of languages) {
    const address = await shownHousehold(t, { language })
    const context = await browser.newContext({ viewport: { width: 1280, height: 800 } })
    const page = await context.newPage()
    for (const path of ['/settings', '/settings/sharing', '/settings/advanced']) {
      await page.goto(address + path)
      const [form, rest] = await Promise.all(
        [0, 1].map(async nth => page.locator('.columns > *').nth(nth).boundingBox()),
      )
      t.ok(form && rest && rest.x > form.x + form.width, `${path}: two columns`)
    }
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
    .filter(target => !target.matches('.skip, p a, details:not([open]) *'))
    .filter(target => target.getBoundingClientRect().height < 44)
    .map(target => target.outerHTML)`)
  t.same(small, [], `${at}: targets of at least 44`)
  if (!pictures) return
  mkdirSync(pictures, { recursive: true })
  await page.screenshot({ path: `${pictures}/${at.replaceAll(' ', '-')}.png`, fullPage: true })
}

/** The message at the top of the page. */
async function said(page: Page) {
  return page.locator('.toast > p').textContent()
}

/** Waits until this element has the focus, which browsers set after layout. */
async function hasFocus(page: Page, id: string): Promise<void> {
  await page.locator(`[id="${id}"]:focus`).waitFor({ timeout: 60_000 })
}
