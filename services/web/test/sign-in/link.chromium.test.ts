import { transaction } from '@night-routine/database/connection'
import { createCredentials, identityLinkPath } from '@night-routine/database/credentials'
import { letIn } from '@night-routine/database/people'
import { freePort } from '@night-routine/servers'
import { virtualAuthenticator } from '@night-routine/servers/chromium'
import t from 'tap'
import { launchChromium } from '../listening-web.ts'
import { keys, webWithCredentials } from '../web-with-credentials.ts'
import { newPassword, robinAddress } from './two-people.ts'

const robin = { id: '00000000-0000-4000-8000-00000000000b', email: robinAddress }

t.test('a browser comes in by a link: with a password, without script, with a passkey', async t => {
  const port = await freePort()
  const origin = `http://localhost:${port}`
  const { service, db, now } = await webWithCredentials(t, { PUBLIC_URL: origin })
  await service.listen({ host: 'localhost', port })
  await transaction(db, async trx => {
    await letIn(trx, robin.email, now())
    await createCredentials(trx, robin, now())
  })
  const link = (version: number) =>
    origin +
    identityLinkPath(keys, {
      identity: robin.id,
      version,
      until: now().add({ hours: 1 }),
      by: 'operator',
    })
  const browser = await launchChromium(t)
  const phone = async (javaScriptEnabled: boolean) => {
    const context = await browser.newContext({
      viewport: { width: 360, height: 740 },
      javaScriptEnabled,
      serviceWorkers: 'block',
    })
    return context.newPage()
  }

  for (const [version, hasScript] of [
    [1, true],
    [2, false],
  ] as const) {
    const page = await phone(hasScript)
    const password = `${newPassword} ${version}`
    await page.goto(link(version))
    await page.getByLabel('New password').fill(password)
    await page.getByRole('button', { name: 'Save the password' }).click()
    await page.getByText('Your new password is saved. Sign in with it.').waitFor()
    t.equal(await page.getByLabel('E-mail address').inputValue(), robin.email)
    await page.getByLabel('Password').fill(password)
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await page.waitForURL(`${origin}/calendars`)
  }

  const page = await phone(true)
  const device = await virtualAuthenticator(page)
  await page.goto(link(3))
  await page.getByRole('button', { name: 'Use a passkey instead' }).click()
  // The sign-in that follows suggests it at once.
  await page.waitForURL(`${origin}/calendars`)
  t.match(await device.passkeys(), [{ userName: robin.email, signCount: 2 }])
})
