import { readCredentials } from '@night-routine/database/credentials'
import { freePort } from '@night-routine/servers'
import { launchChromium, virtualAuthenticator } from '@night-routine/servers/chromium'
import t from 'tap'
import {
  browserOf,
  goodPassword,
  keys,
  setUpCode,
  webWithCredentials,
} from '../web-with-credentials.ts'

const email = 'alex@example.com'

t.test('a first password is confirmed with the passkey, and sent by Enter', async t => {
  const browser = await launchChromium(t)
  const port = await freePort()
  const origin = `http://localhost:${port}`
  const { service, db } = await webWithCredentials(t, { PUBLIC_URL: origin })
  await service.listen({ host: 'localhost', port })
  const context = await browser.newContext({ serviceWorkers: 'block' })
  t.teardown(() => context.close())
  const page = await context.newPage()
  page.setDefaultTimeout(60_000)
  const device = await virtualAuthenticator(page)
  await page.goto(`${origin}/auth`)
  await page.getByLabel('Set-up code').fill(setUpCode(keys))
  await page.getByLabel('E-mail address').fill(email)
  await page.getByRole('button', { name: /with a passkey/ }).click()
  await page.waitForURL(`${origin}/calendars`)

  await page.goto(`${origin}/you`)
  await page.getByRole('button', { name: 'Choose a password' }).click()
  await device.verify(false)
  const confirm = page.getByRole('button', { name: 'Confirm with a passkey' })
  await confirm.click()
  await page.getByText('That was cancelled, or took too long. Nothing was changed.').waitFor()
  await device.verify(true)
  await confirm.click()
  const field = page.getByLabel('New password')
  await field.pressSequentially('too short')
  await field.press('Enter')
  t.equal(await page.evaluate(`document.querySelector('#new-password').validity.tooShort`), true)
  t.match(await readCredentials(db), [{ hasPassword: false }], 'the browser says so first')

  await field.fill(goodPassword)
  await field.press('Enter')
  await page.getByText('Password changed.').waitFor()
  t.match(await readCredentials(db), [{ hasPassword: true }])
  const other = browserOf(service)
  t.equal((await other.enter('/auth', { email, password: goodPassword })).at, '/calendars')
})
