import { waitFor } from '@night-routine/servers'
import type { Page } from 'playwright-core'
import type { Test } from 'tap'
import type { Traveller } from './traveller.ts'

async function publish(page: Page, isOn: boolean) {
  await page.getByLabel('Publish the plan').setChecked(isOn)
  await page.getByRole('button', { name: 'Save', exact: true }).first().click()
}

/** Waits until the settings say that all is published; says so itself if they never do. */
async function upToDate(page: Page, settings: string) {
  const note = page.locator('#publishing').getByText('Published and up to date')
  await waitFor('the plan is published', async () => {
    await page.goto(settings)
    return (await note.count()) > 0
  })
}

const settingsOf = ({ publicUrl }: Pick<Traveller, 'publicUrl'>) => `${publicUrl}/settings/sharing`

/** Switches publishing on, opens the site, and returns its address. How it looks, tests of publisher and vault know. */
export async function publishPlan(t: Test, traveller: Traveller): Promise<string> {
  const { page, publicUrl, provider } = traveller
  const settings = settingsOf(traveller)
  await page.goto(settings)
  t.match(await page.locator('#publishing').textContent(), 'Nothing is published')
  await publish(page, true)
  await provider.confirm(page)
  await upToDate(page, settings)
  const link = page.getByRole('link', { name: 'Open the published site' })
  for (const path of sitePaths())
    await isReady(new URL(path, (await link.getAttribute('href')) ?? '').href)
  await link.click()
  await page.waitForURL(/[/]s[/]/)

  const site = page.url()
  t.match(site, new RegExp(`^${publicUrl}/s/[0-9a-f]{32}/$`), 'it is unguessable')
  await page.goto(`${site}statistics`)
  const drawn = await page.evaluate<number>(
    '(img => img.decode().then(() => img.naturalWidth))(document.querySelector("img"))',
  )
  t.ok(drawn > 0, 'the chart is drawn')
  return site
}

/** Switches publishing off: the pages stay readable until they are taken down. */
export async function takeDown(t: Test, traveller: Traveller, site: string): Promise<void> {
  const { page, provider } = traveller
  await upToDate(page, settingsOf(traveller))
  await publish(page, false)
  t.match(await page.locator('#publishing').textContent(), 'stay readable')
  await isReady(site)
  await page.getByRole('button', { name: 'Take the published pages down' }).click()
  await provider.confirm(page)
  await waitFor('the pages are gone', async () => !(await fetch(`${site}statistics`)).ok)
  t.equal((await fetch(`${site}statistics`)).status, 404)
}

const sitePaths = () => [
  '',
  'statistics',
  Temporal.Now.plainDateISO().toPlainYearMonth().toString(),
]

/** A slow machine may first say that a page is not ready yet, and when to come back. */
async function isReady(url: string) {
  await waitFor(`${url} is rendered`, async () => {
    const { status } = await fetch(url)
    if (status !== 200 && status !== 503) throw new Error(`${url}: ${status}`)
    return status === 200
  })
}
