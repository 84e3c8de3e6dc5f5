import { virtualAuthenticator } from '@night-routine/servers/chromium'
import type { Page } from 'playwright-core'
import type { Test } from 'tap'
import { signIn, type Traveller } from './traveller.ts'

/** From the invitation to the month on the other parent's phone, and back after a sign-out. */
export async function arriveWithPasskey(t: Test, traveller: Traveller, phone: Page): Promise<void> {
  const { page, publicUrl, provider } = traveller
  await signIn(traveller)
  await page.goto(publicUrl)
  await page.getByRole('button', { name: 'Create invite link' }).click()
  await provider.confirm(page)
  const link = await page.getByLabel('Link').inputValue()

  const device = await virtualAuthenticator(phone)
  const presses: string[] = []
  const press = async (what: string, target: ReturnType<Page['locator']>) => {
    presses.push(what)
    await target.click()
  }
  await phone.goto(link)
  await press('the invitation', phone.getByRole('link', { name: 'Make your account' }))
  await press('the field of the address', phone.getByLabel('E-mail address'))
  await phone.keyboard.type('taina@example.com')
  await press('the button', phone.getByRole('button', { name: 'Make it with a passkey' }))
  presses.push('the finger that the phone asks for')
  await phone.waitForURL(`${publicUrl}/`)
  t.ok(await phone.locator('.month').isVisible(), 'the month')
  t.ok(presses.length <= 4, `${presses.length} presses: ${presses.join(', ')}`)
  t.equal((await device.passkeys()).length, 1)

  await phone.goto(`${publicUrl}/you`)
  await phone.locator('footer').getByRole('button', { name: 'Sign out' }).click()
  await phone.waitForURL(`${publicUrl}/`)
  // The simulated device takes the suggestion in the field at once.
  await phone.getByRole('link', { name: 'Sign in' }).click()
  await phone.getByText('Signed in as taina@example.com').waitFor()
}
