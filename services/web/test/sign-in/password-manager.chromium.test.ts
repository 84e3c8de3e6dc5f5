import { findCredentials } from '@night-routine/database/credentials'
import { launchChromium } from '@night-routine/servers/chromium'
import type { Page } from 'playwright-core'
import t from 'tap'
import { openAddress } from '../listening-web.ts'
import { goodPassword, keys, setUpCode, webWithCredentials } from '../web-with-credentials.ts'

const email = 'alex@example.com'
const newPassword = 'nine otters under the bridge'

/** The only field of the page for a token of `autocomplete`, shown or not. */
async function fieldFor(page: Page, token: string) {
  const field = page.locator(`[autocomplete~="${token}"]`)
  if ((await field.count()) !== 1)
    throw new Error(`${await field.count()} fields for ${token} at ${page.url()}`)
  return field
}

/** What a password manager does: it knows fields by their `autocomplete` alone, and keeps what was sent. */
function manager() {
  const kept = new Map<string, string>()
  return {
    kept,
    /** Suggests a new password for the person that the page names, and keeps it once it is sent. */
    suggest: async (page: Page, password: string) => {
      const name = await (await fieldFor(page, 'username')).inputValue()
      await (await fieldFor(page, 'new-password')).fill(password)
      await page.getByRole('button', { name: /account|Save/ }).click()
      kept.set(name, password)
      await page.waitForURL(/\/calendars|\/you\/secure/)
    },
    /** Fills in what it keeps; the name where the page asks for it. */
    fill: async (page: Page) => {
      const [[name = '', password = ''] = []] = kept
      const field = await fieldFor(page, 'username')
      if (await field.isVisible()) await field.fill(name)
      if ((await field.inputValue()) !== name) throw new Error('The page is about somebody else.')
      await (await fieldFor(page, 'current-password')).fill(password)
    },
  }
}

// The forms as they are: script only adds the passkeys.
t.test('a password manager fills every form', async t => {
  const browser = await launchChromium(t)
  const { origin, serve } = await openAddress(t, 'localhost')
  const { service, db } = await webWithCredentials(t, { PUBLIC_URL: origin })
  serve(service)
  const page = await (await browser.newContext({ javaScriptEnabled: false })).newPage()
  page.setDefaultTimeout(60_000)
  const { suggest, fill, kept } = manager()
  const confirm = async () => {
    await page.getByRole('heading', { name: 'Is it really you?' }).waitFor()
    await fill(page)
    await page.getByRole('button', { name: 'Continue' }).click()
  }
  await page.goto(`${origin}/auth`)
  await page.getByLabel('Set-up code').fill(setUpCode(keys))
  await page.getByLabel('E-mail address').fill(email)
  await suggest(page, goodPassword)

  await page.goto(`${origin}/you`)
  await page.getByRole('button', { name: 'Change the password' }).click()
  await confirm()
  await suggest(page, newPassword)
  t.same([...kept], [[email, newPassword]], 'one entry, with the new password')
  await page.getByText('Password changed. Your other devices are signed out.').waitFor()
  t.match(await findCredentials(db, keys, { email }), { version: 2 })

  await page.goto(`${origin}/you`)
  await page.getByRole('button', { name: 'Sign out everywhere' }).click()
  await confirm()
  await page.waitForURL(`${origin}/`)
  await page.goto(`${origin}/auth`)
  await fill(page)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.waitForURL('**/calendars')

  await page.goto(`${origin}/you`)
  await page.getByRole('button', { name: 'Turn on the second factor' }).click()
  await confirm()
  await page.getByLabel('Code that the app shows now').waitFor()
  t.equal(await page.locator('[autocomplete="one-time-code"]').count(), 1)
  t.notOk(await page.getByRole('button', { name: 'Copy: Key' }).isVisible(), 'needs script')
})
