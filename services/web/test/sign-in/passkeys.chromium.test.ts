import { readCredentials, readPasskeys } from '@night-routine/database/credentials'
import { saveMemberParent } from '@night-routine/database/people'
import { freePort } from '@night-routine/servers'
import { virtualAuthenticator } from '@night-routine/servers/chromium'
import type { Page } from 'playwright-core'
import t, { type Test } from 'tap'
import { setUpCode } from '../../src/plugins/set-up-code.ts'
import { sync } from '../../src/nights/home/sync.ts'
import { alex as alexSession, noWakes } from '../demo-household.ts'
import { launchChromium, until } from '../listening-web.ts'
import { goodPassword, keys, webWithCredentials } from '../web-with-credentials.ts'
import { selectFamily } from '../selected-calendar.ts'

/** A listening service, and phones of different people. */
async function household(t: Test) {
  const port = await freePort()
  const origin = `http://localhost:${port}`
  const web = await webWithCredentials(t, {
    PUBLIC_URL: origin,
    PARENT_A: 'Alex',
    PARENT_B: 'Robin',
    TIME_ZONE: 'Europe/Paris',
  })
  await web.service.listen({ host: 'localhost', port })
  const browser = await launchChromium(t)
  const faults: string[] = []
  const phone = async ({ javaScriptEnabled = true } = {}) => {
    const context = await browser.newContext({
      viewport: { width: 360, height: 740 },
      timezoneId: 'Europe/Paris',
      serviceWorkers: 'block',
      javaScriptEnabled,
    })
    const page = await context.newPage()
    page.setDefaultTimeout(60_000)
    page.on('pageerror', error => faults.push(error.message))
    return page
  }
  return { ...web, origin, port, phone, faults }
}

const passkey = (page: Page) => page.getByRole('button', { name: /with a passkey/ })

/** Makes the first account, and plans nights. */
async function alexArrives({ origin, db, ...web }: Awaited<ReturnType<typeof household>>) {
  const alex = await web.phone()
  const device = await virtualAuthenticator(alex)
  await alex.goto(`${origin}/auth`)
  await passkey(alex).click()
  const missing = await alex.evaluate('document.activeElement.id')
  await alex.getByLabel('Set-up code').fill(setUpCode(keys))
  await alex.getByLabel('E-mail address').fill('alex@example.com')
  await passkey(alex).click()
  await alex.waitForURL(`${origin}/calendars`)
  await saveMemberParent(db, 'alex@example.com', 'a')
  await selectFamily(db)
  const clock = { now: () => Temporal.Now.instant() }
  await sync({ db, lockingDb: db, clock, wake: noWakes }, alexSession)
  return { alex, device, missing }
}

t.test('from the invitation to the month on another phone, in at most 4 presses', async t => {
  const home = await household(t)
  const { origin, db, phone, faults } = home
  const { alex, device, missing } = await alexArrives(home)
  t.equal(missing, 'set-up-code', 'the button says what is missing')
  t.match(await device.passkeys(), [{ rpId: 'localhost', isResidentCredential: true }])
  await alex.goto(origin)
  await alex.getByRole('button', { name: 'Create invite link' }).click()
  await alex.getByRole('button', { name: 'Confirm with a passkey' }).click()
  const link = await alex.getByLabel('Link').inputValue()

  const robin = await phone()
  const robins = await virtualAuthenticator(robin)
  let presses = 0
  await robin.goto(link)
  await robin.getByRole('link', { name: 'Make your account' }).click()
  presses += 1
  await robin.getByLabel('E-mail address').click()
  presses += 1
  await robin.keyboard.type('robin@example.com')
  await passkey(robin).click()
  presses += 1
  await robin.waitForURL(`${origin}/`)
  t.ok(await robin.locator('.month').isVisible())
  // The device asks once, too: a finger, in place of the one that is simulated.
  t.ok(presses + 1 <= 4, `${presses} presses on our pages, and one on the phone's own`)
  t.match(await robins.passkeys(), [{ userName: 'robin@example.com' }])
  const found = (await readCredentials(db)).find(({ email }) => email === 'robin@example.com')
  t.match(await readPasskeys(db, found?.id ?? ''), [{ name: 'Chrome, Linux' }])
  t.same(faults, [])
})

t.test(
  'after a sign-out, the browser suggests the passkey, and the button asks for it',
  async t => {
    const home = await household(t)
    const { origin, faults } = home
    const { alex, device } = await alexArrives(home)
    const leave = async () => {
      await alex.goto(origin)
      await alex.getByRole('button', { name: 'Sign out' }).click()
      await alex.waitForURL(`${origin}/`)
    }
    await leave()
    // With a device that answers at once, the suggestion is taken at once.
    await alex.goto(`${origin}/auth`)
    await alex.waitForURL(`${origin}/`)
    t.match(await device.passkeys(), [{ signCount: 2 }])

    await t.test('a person who is not verified is told so, and has the password', async t => {
      await leave()
      await device.verify(false)
      await alex.goto(`${origin}/auth`)
      await passkey(alex).click()
      const said = alex.getByText('That was cancelled, or took too long. Nothing was changed.')
      await said.waitFor()
      t.ok(await alex.getByLabel('Password').isEnabled())
      t.equal(await passkey(alex).getAttribute('aria-busy'), null)
      await device.verify(true)
      await passkey(alex).click()
      await alex.waitForURL(`${origin}/`)
      t.match(await device.passkeys(), [{ signCount: 3 }])
    })

    await t.test('a copy of the passkey does not come in', async t => {
      const originals = await device.passkeys()
      await leave()
      await device.remove()
      const copy = await virtualAuthenticator(alex)
      for (const original of originals) await copy.add({ ...original, signCount: 1 })
      // A browser that suggests nothing, so that the copy is used once.
      await alex.addInitScript(`delete PublicKeyCredential.isConditionalMediationAvailable`)
      await alex.goto(`${origin}/auth`)
      await passkey(alex).click()
      await alex.getByRole('alert').getByText('This passkey may be a copy').waitFor()
      t.equal(new URL(alex.url()).pathname, '/identity/sign-in/passkey')
    })
    t.same(faults, [])
  },
)

t.test('on their page, a person adds a passkey, and confirms with it from then on', async t => {
  const home = await household(t)
  const { origin, db, phone, faults } = home
  const alex = await phone()
  const device = await virtualAuthenticator(alex)
  await alex.goto(`${origin}/auth`)
  await alex.getByLabel('Set-up code').fill(setUpCode(keys))
  await alex.getByLabel('E-mail address').fill('alex@example.com')
  await alex.getByLabel('New password').fill(goodPassword)
  await alex.keyboard.press('Enter')
  await alex.waitForURL(`${origin}/calendars`)
  t.same(await device.passkeys(), [], 'Enter in the password makes none')

  await alex.goto(`${origin}/you`)
  await alex.getByRole('button', { name: 'Add a passkey for this device' }).click()
  await alex.getByLabel('Password').fill(goodPassword)
  await alex.keyboard.press('Enter')
  await alex.getByRole('button', { name: 'Add it' }).click()
  await alex.waitForURL(`${origin}/you#signing-in`)
  t.match(await alex.locator('#signing-in').innerText(), /Chrome, Linux\s+added .*, not used yet/)
  t.match(await device.passkeys(), [{ userName: 'alex@example.com' }])

  await alex.getByRole('button', { name: 'Add a passkey for this device' }).click()
  await alex.getByRole('button', { name: 'Confirm with a passkey' }).click()
  await alex.getByRole('button', { name: 'Add it' }).click()
  await alex.getByText('This device has a passkey for this account already.').waitFor()
  const [identity] = await readCredentials(db)
  t.equal((await readPasskeys(db, identity?.id ?? '')).length, 1)
  t.same(faults, [])
})

t.test('at another origin, and without script, a password works', async t => {
  const home = await household(t)
  const { origin, port, phone, faults } = home
  await alexArrives(home)

  // The number of the machine in place of the name that the passkeys are for.
  const elsewhere = await phone()
  await virtualAuthenticator(elsewhere)
  await elsewhere.goto(`${origin}/auth`)
  const body = await elsewhere.content()
  const other = `http://127.0.0.1:${port}/`
  await elsewhere.route(other, route => route.fulfill({ body, contentType: 'text/html' }))
  await elsewhere.route(/assets/, async route =>
    route.fulfill({
      response: await route.fetch({ url: route.request().url().replace('127.0.0.1', 'localhost') }),
    }),
  )
  await elsewhere.goto(other)
  await passkey(elsewhere).click()
  await elsewhere.getByText('This browser couldn’t use a passkey here.').waitFor()
  t.ok(await elsewhere.getByLabel('Password').isEnabled())

  const plain = await phone({ javaScriptEnabled: false })
  await plain.goto(`${origin}/auth`)
  t.notOk(await passkey(plain).isVisible())
  t.ok(await plain.getByLabel('Password').isVisible())
  t.same(faults, [])
})

/** A password manager answers in the browser's place, and older browsers have no methods for JSON. */
const manager = `{
  for (const name of ['parseCreationOptionsFromJSON', 'parseRequestOptionsFromJSON'])
    delete PublicKeyCredential[name]
  for (const what of ['create', 'get']) {
    const ask = navigator.credentials[what].bind(navigator.credentials)
    navigator.credentials[what] = async options => {
      const { id, rawId, type, response } = await ask(options)
      const names = ['clientDataJSON', 'attestationObject', 'authenticatorData', 'signature', 'userHandle']
      const plain = Object.fromEntries(names.map(name => [name, response[name]]))
      return Object.setPrototypeOf({ id, rawId, type, response: plain }, PublicKeyCredential.prototype)
    }
  }
}`

t.test('with a password manager, and in an older browser, a passkey is made and used', async t => {
  const home = await household(t)
  const { origin, db, phone, faults } = home
  const alex = await phone()
  await alex.addInitScript(manager)
  const device = await virtualAuthenticator(alex)
  await alex.goto(`${origin}/auth`)
  await alex.getByLabel('Set-up code').fill(setUpCode(keys))
  await alex.getByLabel('E-mail address').fill('alex@example.com')
  await passkey(alex).click()
  await alex.waitForURL(`${origin}/calendars`)
  const [identity] = await readCredentials(db)
  t.equal((await readPasskeys(db, identity?.id ?? '')).length, 1, 'what the manager keeps, we got')

  await alex.getByRole('button', { name: 'Sign out' }).click()
  await alex.waitForURL(`${origin}/`)
  await alex.goto(`${origin}/auth`)
  await alex.waitForURL(`${origin}/calendars`)
  t.match(await device.passkeys(), [{ signCount: 2 }])
  t.same(faults, [])
})

t.test('a question that has waited for hours is asked again', async t => {
  const home = await household(t)
  const { origin, advance, faults } = home
  const { alex, device } = await alexArrives(home)
  const later = (minutes: number) => {
    advance({ minutes })
    return alex.evaluate(`{ const now = Date.now; Date.now = () => now() + ${minutes * 60_000} }`)
  }
  const leave = async () => {
    await alex.goto(origin)
    await alex.getByRole('button', { name: 'Sign out' }).click()
    await alex.waitForURL(`${origin}/`)
  }
  await leave()
  await device.verify(false)
  await alex.goto(`${origin}/auth`)
  await later(120)
  await device.verify(true)
  await passkey(alex).click()
  await alex.waitForURL(`${origin}/`)

  await t.test('also where the browser suggested the passkey', async t => {
    await leave()
    // The person takes the suggestion two hours later.
    await alex.addInitScript(`{
      const get = navigator.credentials.get.bind(navigator.credentials)
      navigator.credentials.get = async options => {
        if (options.mediation === 'conditional')
          await new Promise(resolve => (window.takeSuggestion = resolve))
        return get({ publicKey: options.publicKey })
      }
    }`)
    await alex.goto(`${origin}/auth`)
    await until(alex, `Boolean(window.takeSuggestion)`)
    await later(120)
    await alex.evaluate('window.takeSuggestion()')
    await alex.waitForURL(`${origin}/`)
    t.equal(await alex.getByRole('button', { name: 'Sign out' }).count(), 1)
  })
  t.same(faults, [])
})

t.test('the browser hears which passkeys are left', async t => {
  const home = await household(t)
  const { origin } = home
  const { alex } = await alexArrives(home)
  await alex.addInitScript(`PublicKeyCredential.signalAllAcceptedCredentials = async given => {
    window.accepted = given
  }`)
  await alex.goto(`${origin}/you`)
  await until(alex, `window.accepted?.rpId === 'localhost'`)
  const told = await alex.evaluate<{ userId: string; allAcceptedCredentialIds: string[] }>(
    'accepted',
  )
  const [identity] = await readCredentials(home.db)
  const known = await readPasskeys(home.db, identity?.id ?? '')
  t.same(
    told.allAcceptedCredentialIds,
    known.map(({ id }) => id),
  )
  t.equal(Buffer.from(told.userId, 'base64url').toString('hex'), identity?.id.replaceAll('-', ''))
})
