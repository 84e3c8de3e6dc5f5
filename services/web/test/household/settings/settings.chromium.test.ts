import { launchChromium } from '@night-routine/servers/chromium'
import type { Page } from 'playwright-core'
import t from 'tap'
import { listeningWeb, openPage, todayOf } from '../../listening-web.ts'

// Widths and states are covered by the list of screens; this file tests changes. What the forms do without script
// is the matter of settings.test.ts and absences.test.ts.
t.test('settings and absences', async t => {
  const browser = await launchChromium(t)
  const household = await listeningWeb(t)
  const { origin, web } = household
  const today = todayOf(web)

  await t.test('a preview and a refusal have the focus, and keep what was typed', async t => {
    const { page, faults } = await openPage(browser, household, {
      viewport: { width: 320, height: 640 },
    })
    const press = async (name: string, nth = 0) =>
      page.getByRole('button', { name, exact: true }).nth(nth).click()

    await page.goto(`${origin}/`)
    await page.getByRole('link', { name: 'Settings' }).click()
    await page.getByRole('group', { name: 'Robin is always away on' }).getByLabel('Monday').check()
    await press('Show what would change', 1)
    await hasFocus(page, 'preview-title')
    await page.getByLabel('First parent').fill('')
    await press('Save', 1)
    await hasFocus(page, 'parents.a.name')
    await page.getByLabel('First parent').fill('Maximiliane-Charlotte')
    await press('Save', 1)
    t.match(await said(page), /^Saved\. .+ instead\.$/)

    await page.getByRole('link', { name: 'Advanced' }).click()
    await page.getByLabel('Plan ahead for').fill('20')
    await page.getByLabel('Plan ahead for').press('Enter')
    await hasFocus(page, 'preview-title')
    t.equal(await page.getByLabel('Plan ahead for').inputValue(), '20')
    await page.getByLabel('Plan ahead for').fill('many')
    await page.getByLabel('Time zone').fill('Mars/Base')
    await press('Save')
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

    await page.getByRole('link', { name: 'Family' }).click()

    const from = today.add({ days: 2 })
    const absence = page.getByRole('form', { name: 'Add an absence', exact: true })
    await absence.getByLabel('Who').selectOption('a')
    await absence.getByLabel('First night').fill(from.toString())
    await absence.getByLabel('Last night').fill(from.add({ days: 4 }).toString())
    t.match(await page.locator('#from-text').textContent(), String(from.year), 'in words')
    await press('Show what would change')
    await hasFocus(page, 'preview-title')
    await press('Save')
    await page.getByRole('button', { name: /^Remove Maximiliane-Charlotte: / }).waitFor()
    await press('Undo')
    t.match(await said(page), /^Undone\. /)
    t.equal(page.url(), `${origin}/settings`)
    await press('Save')
    await hasFocus(page, 'parent')

    t.same(
      faults.filter(text => !text.includes('400')),
      [],
      'nothing is refused by the content security policy',
    )
    await page.context().close()
  })

  await t.test('Back finds a form as it was left', async t => {
    const { page } = await openPage(browser, household)
    await page.goto(`${origin}/settings`)
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
    await page.context().close()
  })

  await t.test('each page of the settings has two columns on a screen', async t => {
    const { page } = await openPage(browser, household, { viewport: { width: 1280, height: 800 } })
    for (const path of ['/settings', '/settings/sharing', '/settings/advanced']) {
      await page.goto(origin + path)
      const [form, rest] = await Promise.all(
        [0, 1].map(async nth => page.locator('.columns > *').nth(nth).boundingBox()),
      )
      t.ok(form && rest && rest.x > form.x + form.width, `${path}: two columns`)
    }
  })
})

/** The message at the top of the page. */
async function said(page: Page) {
  return page.locator('.toast > p').textContent()
}

/** Waits until this element has the focus, which browsers set after layout. */
async function hasFocus(page: Page, id: string): Promise<void> {
  await page.locator(`[id="${id}"]:focus`).waitFor({ timeout: 60_000 })
}
