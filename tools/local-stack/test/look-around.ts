import type { Test } from 'tap'
import { eventually, looksRight, type Traveller } from './traveller.ts'

/** Months, numbers, history, the secret link, the other language, and out. */
export async function lookAround(t: Test, traveller: Traveller): Promise<void> {
  const { page, publicUrl, provider } = traveller
  await page.goto(publicUrl)
  const title = page.locator('#month-title')
  const month = await title.innerText()
  await page.getByRole('link', { name: 'Next month' }).click()
  await page.waitForURL(/month=/)
  await eventually(t, 'the next month', async () => (await title.innerText()) !== month)
  await page.getByRole('link', { name: 'Today' }).click()
  await eventually(t, 'and back', async () => (await title.innerText()) === month)

  await page.getByRole('link', { name: 'Balance' }).click()
  t.match(await page.locator('.balance').innerText(), 'No night is done yet. This is the plan.')
  const headings = await page.locator('.months th[scope=col]').allInnerTexts()
  for (const name of ['You', 'Taïna']) t.ok(headings.includes(name), `a column for ${name}`)
  const csv = await page.request.get(`${publicUrl}/statistics.csv`)
  t.match(await csv.text(), /Antoine.*Taïna/)
  await looksRight(t, traveller)

  await page.getByRole('link', { name: 'History' }).click()
  const did = (await page.locator('.did > bdi').allInnerTexts()).join(', ')
  for (const args of ['You are no longer away', 'You are away', 'You booked Maria', 'You swapped'])
    t.match(did, args)
  await looksRight(t, traveller)

  await page.goto(`${publicUrl}/settings/sharing`)
  await page.getByRole('button', { name: 'Create a link' }).click()
  await provider.confirm(page)
  const shared = await page.getByLabel('Share page', { exact: true }).inputValue()
  const feed = await page.getByLabel('All nights').inputValue()
  const outside = await fetch(shared)
  t.equal(outside.status, 200)
  t.match(await outside.text(), 'id="month-title">The next five weeks<')
  t.match(await (await fetch(feed)).text(), 'BEGIN:VCALENDAR')
  await page.goto(`${publicUrl}/settings/sharing`)
  await page.getByRole('button', { name: /^Revoke/ }).click()
  await provider.confirm(page)
  await page.getByText('There is no link yet.').waitFor()
  t.same([(await fetch(shared)).status, (await fetch(feed)).status], [404, 404], 'revoked')

  await page.locator('header a[href="/you"]').click()
  const language = page.locator('form[action="/you/language"]')
  await language.getByRole('combobox').selectOption('Français')
  await language.getByRole('button').click()
  await page.getByRole('heading', { level: 1, name: 'Vous, Antoine' }).waitFor()
  await looksRight(t, traveller)
  await language.getByRole('combobox').selectOption('English')
  await language.getByRole('button').click()
  await page.getByRole('heading', { level: 1, name: 'You, Antoine' }).waitFor()

  await page.locator('footer').getByRole('button', { name: 'Sign out' }).click()
  await page.goto(`${publicUrl}/statistics`)
  t.ok(await provider.link(page).isVisible(), 'and out')
}
