import { waitFor } from '@night-routine/servers'
import type { Page } from 'playwright-core'
import type { Test } from 'tap'
import type { Provider } from './provider.ts'
import { fitsTheScreen } from './visitor.ts'

/** The visitor of the journey, with or without JavaScript. */
export interface Traveller {
  page: Page
  publicUrl: string
  provider: Provider
  /** Everything that the stack printed so far. */
  printed: () => string
  /** Pages follow what happens by themselves. */
  script: boolean
}

export async function signIn(
  { page, publicUrl, provider, printed }: Traveller,
  email = 'alex@example.com',
): Promise<void> {
  await page.goto(publicUrl)
  await provider.signIn(page, email, printed())
  await page.waitForURL(`${publicUrl}/**`)
}

/** The page does not scroll sideways, and names no other provider. */
export async function looksRight(t: Test, { page, provider }: Traveller): Promise<void> {
  await fitsTheScreen(t, page)
  t.notMatch(await page.locator('body').innerText(), provider.never)
}

/** Waits until this is so, for longer than the worker waits between two polls. */
export async function eventually(
  t: Test,
  args: string,
  isSo: () => Promise<boolean>,
): Promise<void> {
  await waitFor(args, isSo, 180)
  t.pass(args)
}
