import { launchChromium } from '@night-routine/servers/chromium'
import t from 'tap'
import { setUpCode } from '../src/plugins/set-up-code.ts'
import { openAddress } from './listening-web.ts'
import { goodPassword, keys, webWithCredentials } from './web-with-credentials.ts'

const email = 'alex@example.com'

t.test('at a private name over plain http, people sign in, and read what is missing', async t => {
  const { origin, serve } = await openAddress(t, 'nights.lan')
  const { service } = await webWithCredentials(t, { NODE_ENV: 'production', PUBLIC_URL: origin })
  serve(service)
  const browser = await launchChromium(t)
  const context = await browser.newContext()
  t.teardown(() => context.close())
  const page = await context.newPage()
  page.setDefaultTimeout(60_000)
  const faults: string[] = []
  page.on('pageerror', error => faults.push(error.message))

  const answer = await page.goto(`${origin}/auth`)
  const headers = (await answer?.allHeaders()) ?? {}
  t.notOk(headers['strict-transport-security'])
  t.notMatch(headers['content-security-policy'], 'upgrade-insecure-requests')
  t.equal(await page.evaluate('isSecureContext'), false)
  await page.getByLabel('Set-up code').fill(setUpCode(keys))
  await page.getByLabel('E-mail address').fill(email)
  t.notOk(await page.getByRole('button', { name: /passkey/ }).isVisible())
  await page.getByLabel('Password').fill(goodPassword)
  await page.getByRole('button', { name: 'Make the account' }).click()
  await page.waitForURL(`${origin}/calendars`)
  const session = (await context.cookies()).find(({ name }) => name === 'session')
  t.match(session, { secure: false, httpOnly: true, sameSite: 'Lax', domain: 'nights.lan' })

  await page.goto(`${origin}/you`)
  await page.getByText('Push messages need an https address.').first().waitFor()
  t.notOk(await page.getByRole('switch', { name: /Push messages/ }).count())
  await page.getByText('Passkeys need an https address.').waitFor()
  t.notOk(await page.getByRole('link', { name: /passkey/ }).count())
  // Its script saves at once.
  await page.locator('#quiet_from').fill('21:00')
  await page.locator('#quiet_to').fill('07:00')
  await page.getByText('Saved.').waitFor()
  await page.goto(`${origin}/settings`)
  await page.getByText('This address is plain http').waitFor()
  t.same(faults, [])

  // The next sign-in, in another browser.
  const other = await browser.newContext()
  t.teardown(() => other.close())
  const phone = await other.newPage()
  await phone.goto(`${origin}/auth`)
  await phone.getByLabel('E-mail address').fill(email)
  await phone.getByLabel('Password').fill(goodPassword)
  await phone.getByRole('button', { name: 'Sign in', exact: true }).click()
  await phone.waitForURL(`${origin}/calendars`)
})
