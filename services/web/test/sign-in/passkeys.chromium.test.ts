import {
  findCredentials,
  identityLinkPath,
  readPasskeys,
} from '@night-routine/database/credentials'
import { saveMemberParent } from '@night-routine/database/people'
import { launchChromium, virtualAuthenticator } from '@night-routine/servers/chromium'
import type { Page } from 'playwright-core'
import t, { type Test } from 'tap'
import { sync } from '../../src/nights/home/sync.ts'
import { alex as alexSession, noWakes } from '../demo-household.ts'
import { openAddress, until } from '../listening-web.ts'
import { selectFamily } from '../selected-calendar.ts'
import { goodPassword, keys, setUpCode, webWithCredentials } from '../web-with-credentials.ts'

const alexAddress = 'alex@example.com'
const robinAddress = 'robin@example.com'
const passkey = (page: Page) => page.getByRole('button', { name: /with a passkey/ })

/** A listening service, and phones of different people. */
async function household(t: Test) {
  const { origin, port, serve } = await openAddress(t, 'localhost')
  const named = { PARENT_A: 'Alex', PARENT_B: 'Robin', TIME_ZONE: 'Europe/Paris' }
  const web = await webWithCredentials(t, { PUBLIC_URL: origin, ...named })
  serve(web.service)
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
  const credentialsOf = (email: string) => findCredentials(web.db, keys, { email })
  return {
    ...web,
    origin,
    port,
    phone,
    faults,
    credentialsOf,
    passkeysOf: async (email: string) =>
      readPasskeys(web.db, (await credentialsOf(email))?.id ?? ''),
    leave: async (page: Page) => {
      await page.goto(`${origin}/you`)
      await page.getByRole('button', { name: 'Sign out', exact: true }).click()
      await page.waitForURL(`${origin}/`)
    },
  }
}

/** Makes the first account, with a passkey. @returns what had the focus while something was missing */
async function firstAccount(page: Page, origin: string) {
  await page.goto(`${origin}/auth`)
  await passkey(page).click()
  const missing = await page.evaluate('document.activeElement.id')
  await page.getByLabel('Set-up code').fill(setUpCode(keys))
  await page.getByLabel('E-mail address').fill(alexAddress)
  await passkey(page).click()
  await page.waitForURL(`${origin}/calendars`)
  return missing
}

t.test('passkeys of a household', async t => {
  const home = await household(t)
  const { origin, port, db, now, phone, faults, passkeysOf, leave } = home
  const alex = await phone()
  const device = await virtualAuthenticator(alex)
  const missing = await firstAccount(alex, origin)
  t.equal(missing, 'set-up-code', 'the button says what is missing')
  t.match(await device.passkeys(), [{ rpId: 'localhost', isResidentCredential: true }])
  await saveMemberParent(db, alexAddress, 'a')
  await selectFamily(db)
  const clock = { now: () => Temporal.Now.instant() }
  await sync({ lockingDb: db, clock, wake: noWakes }, alexSession)
  /** How often the passkey has signed. */
  const signatures = async () => (await device.passkeys())[0]?.signCount ?? 0

  await t.test('from the invitation to the month in at most 4 presses', async t => {
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
    await robin.keyboard.type(robinAddress)
    await passkey(robin).click()
    presses += 1
    await robin.waitForURL(`${origin}/`)
    t.ok(await robin.locator('.month').isVisible())
    // The device asks once, too: a finger, in place of the one that is simulated.
    t.ok(presses + 1 <= 4, `${presses} presses on our pages, and one on the phone's own`)
    t.match(await robins.passkeys(), [{ userName: robinAddress }])
    t.match(await passkeysOf(robinAddress), [{ name: 'Chrome, Linux' }])
  })

  await t.test('the browser hears which passkeys are left', async t => {
    const page = await alex.context().newPage()
    await page.addInitScript(`PublicKeyCredential.signalAllAcceptedCredentials = async given => {
      window.accepted = given
    }`)
    await page.goto(`${origin}/you`)
    await until(page, `window.accepted?.rpId === 'localhost'`)
    const told = await page.evaluate<{ userId: string; allAcceptedCredentialIds: string[] }>(
      'accepted',
    )
    const known = await passkeysOf(alexAddress)
    t.same(
      told.allAcceptedCredentialIds,
      known.map(({ id }) => id),
    )
    const userId = Buffer.from(told.userId, 'base64url').toString('hex')
    t.equal(userId, known[0]?.identity.replaceAll('-', ''))
    await page.close()
  })

  await t.test('after a sign-out the browser suggests it, and the button asks for it', async t => {
    const before = await signatures()
    await leave(alex)
    // With a device that answers at once, the suggestion is taken at once.
    await alex.goto(`${origin}/auth`)
    await alex.waitForURL(`${origin}/`)
    t.equal(await signatures(), before + 1)

    await leave(alex)
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
    t.equal(await signatures(), before + 2)
  })

  await t.test('a first password is confirmed with the passkey, and sent by Enter', async t => {
    await alex.goto(`${origin}/you`)
    await alex.getByRole('button', { name: 'Choose a password' }).click()
    await alex.getByRole('button', { name: 'Confirm with a passkey' }).click()
    const field = alex.getByLabel('New password')
    await field.pressSequentially('too short')
    await field.press('Enter')
    t.equal(await alex.evaluate(`document.querySelector('#new-password').validity.tooShort`), true)
    t.match(await home.credentialsOf(alexAddress), { hasPassword: false }, 'the browser says so')
    await field.fill(goodPassword)
    await field.press('Enter')
    await alex.getByText('Password changed.').waitFor()
    t.match(await home.credentialsOf(alexAddress), { hasPassword: true })
  })

  await t.test('with the password, another device gets a passkey, and only one', async t => {
    const other = await phone()
    const added = await virtualAuthenticator(other)
    await other.goto(`${origin}/auth`)
    await other.getByLabel('E-mail address').fill(alexAddress)
    await other.getByLabel('Password').fill(goodPassword)
    await other.keyboard.press('Enter')
    await other.waitForURL(`${origin}/`)
    t.same(await added.passkeys(), [], 'Enter in the password makes none')
    const add = async () => {
      await other.goto(`${origin}/you`)
      await other.getByRole('button', { name: 'Add a passkey for this device' }).click()
    }
    await add()
    await other.getByLabel('Password').fill(goodPassword)
    await other.keyboard.press('Enter')
    await other.getByRole('button', { name: 'Add it' }).click()
    await other.waitForURL(`${origin}/you#signing-in`)
    t.match(
      await other.locator('#signing-in').innerText(),
      /Chrome, Linux\s+added .*, not used yet/,
    )
    t.match(await added.passkeys(), [{ userName: alexAddress }])

    await add()
    await other.getByRole('button', { name: 'Confirm with a passkey' }).click()
    await other.getByRole('button', { name: 'Add it' }).click()
    await other.getByText('This device has a passkey for this account already.').waitFor()
    t.equal((await passkeysOf(alexAddress)).length, 2)
  })

  await t.test('at another origin, and without script, a password works', async t => {
    // The number of the machine in place of the name that the passkeys are for.
    const elsewhere = await phone()
    await virtualAuthenticator(elsewhere)
    await elsewhere.goto(`${origin}/auth`)
    const body = await elsewhere.content()
    const other = `http://127.0.0.1:${port}/`
    await elsewhere.route(other, route => route.fulfill({ body, contentType: 'text/html' }))
    await elsewhere.route(/assets/, async route =>
      route.fulfill({
        response: await route.fetch({
          url: route.request().url().replace('127.0.0.1', 'localhost'),
        }),
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
  })

  await t.test('a person comes in by a link: with a password, or with a passkey', async t => {
    const link = async () => {
      const { id = '', version = 0 } = (await home.credentialsOf(robinAddress)) ?? {}
      const hour = {
        identity: id,
        version,
        until: now().add({ hours: 1 }),
        by: 'operator',
      } as const
      return origin + identityLinkPath(keys, hour)
    }
    const plain = await phone({ javaScriptEnabled: false })
    await plain.goto(await link())
    await plain.getByLabel('New password').fill(goodPassword)
    await plain.getByRole('button', { name: 'Save the password' }).click()
    await plain.getByText('Your new password is saved. Sign in with it.').waitFor()
    t.equal(await plain.getByLabel('E-mail address').inputValue(), robinAddress)
    await plain.getByLabel('Password').fill(goodPassword)
    await plain.getByRole('button', { name: 'Sign in', exact: true }).click()
    await plain.waitForURL(`${origin}/`)

    const page = await phone()
    const robins = await virtualAuthenticator(page)
    await page.goto(await link())
    await page.getByRole('button', { name: 'Use a passkey instead' }).click()
    // The sign-in that follows suggests it at once.
    await page.waitForURL(`${origin}/`)
    t.match(await robins.passkeys(), [{ userName: robinAddress, signCount: 2 }])
  })

  await t.test('a question that has waited for hours is asked again', async t => {
    const later = (minutes: number) => {
      home.advance({ minutes })
      return alex.evaluate(`{ const now = Date.now; Date.now = () => now() + ${minutes * 60_000} }`)
    }
    await leave(alex)
    await device.verify(false)
    await alex.goto(`${origin}/auth`)
    await later(120)
    await device.verify(true)
    await passkey(alex).click()
    await alex.waitForURL(`${origin}/`)

    // The person takes the suggestion of the browser two hours later.
    await leave(alex)
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
  const { origin, phone, faults, passkeysOf, leave } = await household(t)
  const alex = await phone()
  await alex.addInitScript(manager)
  const device = await virtualAuthenticator(alex)
  await firstAccount(alex, origin)
  t.equal((await passkeysOf(alexAddress)).length, 1, 'what the manager keeps, we got')
  await leave(alex)
  await alex.goto(`${origin}/auth`)
  await alex.waitForURL(`${origin}/calendars`)
  t.match(await device.passkeys(), [{ signCount: 2 }])
  t.same(faults, [])
})
