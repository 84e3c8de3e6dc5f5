import { launchChromium, virtualAuthenticator } from '@night-routine/servers/chromium'
import t, { type Test } from 'tap'
import { dataFolder, homeAt } from './home-at.ts'
import { codeIn, family, untilWaiting } from './visitor.ts'

type Credential = 'password' | 'passkey'

/** From an empty volume to the month. */
async function walk(
  t: Test,
  { javaScriptEnabled, credential }: { javaScriptEnabled: boolean; credential: Credential },
) {
  const startedAt = performance.now()
  const home = await homeAt(t, await dataFolder(t), {})
  await untilWaiting(home)
  const machineMs = performance.now() - startedAt
  const browser = await launchChromium(t)
  const context = await browser.newContext({ javaScriptEnabled, timezoneId: 'Europe/Paris' })
  t.teardown(() => context.close())
  const page = await context.newPage()
  const device = credential === 'passkey' && (await virtualAuthenticator(page))
  // Browsers make no passkeys at a number.
  const address = home.url.replace('127.0.0.1', 'localhost')
  await page.goto(address)
  t.equal(page.url(), `${address}/set-up`)
  t.notMatch(await page.locator('main').innerText(), /provider|OpenID|CalDAV/i)
  t.equal(await page.locator('main').locator('input:visible, select:visible').count(), 6)
  const { parent_a: you, parent_b: other, time_zone: zone, email, password } = family
  const field = page.locator('#time_zone')
  if (javaScriptEnabled) t.equal(await field.inputValue(), zone, 'the zone of the browser')
  else await field.selectOption(zone)
  await page.fill('#code', codeIn(home.lines).toLowerCase())
  await page.fill('#parent_a', you)
  await page.fill('#parent_b', other)
  await page.fill('#email', email)
  if (credential === 'password') await page.fill('#password', password)
  const name = credential === 'passkey' ? 'Start with a passkey' : 'Start'
  const pressedAt = performance.now()
  await page.getByRole('button', { name, exact: true }).click()
  await page.waitForURL(`${address}/`)
  await page.locator('#tonight-title').waitFor()
  const seconds = (machineMs + performance.now() - pressedAt) / 1000
  t.comment(`${seconds.toFixed(1)} s of the machine`)

  t.match(await page.locator('body').innerText(), 'Your nights are planned.')
  t.ok((await page.locator('.month a[href*=night]').count()) >= 28)
  const offers = await page.locator('#finish li').allInnerTexts()
  t.match(offers[0], /^Invite Robin/)
  t.match(offers[1], /reminder/)
  t.match(offers.at(-1), /home screen[^]*calendar app/)
  t.same(
    home.lines.filter(line => /"level":"(?!info|debug)/.test(line)),
    [],
    'the log says nothing to worry about',
  )
  if (device) t.match(await device.passkeys(), [{ rpId: 'localhost', userName: email }])
}

t.test('two pages lead to a planned month', t =>
  walk(t, { javaScriptEnabled: true, credential: 'password' }),
)
t.test('without script, too', t => walk(t, { javaScriptEnabled: false, credential: 'password' }))
t.test('a passkey needs no password', t =>
  walk(t, { javaScriptEnabled: true, credential: 'passkey' }),
)
