import { mkdirSync } from 'node:fs'
import axe from 'axe-core'
import { waitFor } from '@night-routine/servers'
import type { Page } from 'playwright-core'
import type { Test } from 'tap'
import type { Traveller } from './traveller.ts'

/** Where to leave pictures of the pages, for people to look at; unset: nowhere. */
const pictures = process.env['PAGES_FOLDER']

/** Each width and each scheme once; with `npm run test:long` every width in both schemes. */
const looks = [360, 1280]
  .flatMap(width => [
    { width, colorScheme: 'light' as const },
    { width, colorScheme: 'dark' as const },
  ])
  .filter((_, index) => process.env['LONG_TESTS'] !== undefined || index % 3 === 0)

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

/** Switches publishing on, looks at the site, and returns its address. */
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
  await lookAt(t, page, site)
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

/** Opens what is published: it fits, and axe has nothing against it. */
async function lookAt(t: Test, visitor: Page, site: string) {
  for (const { width, colorScheme } of looks) {
    const context = await visitor
      .context()
      .browser()
      ?.newContext({
        colorScheme,
        viewport: { width, height: 800 },
      })
    if (!context) throw new Error('there is no browser')
    const page = await context.newPage()
    page.on('response', answer => {
      if (answer.status() >= 400) t.fail(`${answer.status()} ${answer.url()}`)
    })
    page.on('requestfailed', request => t.fail(`${request.failure()?.errorText} ${request.url()}`))
    for (const path of sitePaths()) {
      const at = `/${path}, ${width} px, ${colorScheme}`
      await page.goto(site + path)
      t.ok(await page.locator('table').first().isVisible(), at)
      const [scroll, shown] = await page.evaluate<[number, number]>(
        '[document.documentElement.scrollWidth, document.documentElement.clientWidth]',
      )
      t.equal(scroll, shown, `${at}: does not scroll sideways`)
      await page.evaluate('Promise.all([...document.images].map(image => image.decode()))')
      t.same(await violations(page), [], `${at}: axe`)
      if (pictures === undefined) continue
      mkdirSync(pictures, { recursive: true })
      const name = `published-${path || 'index'}-${width}-${colorScheme}.png`
      await page.screenshot({ path: `${pictures}/${name}`, fullPage: true })
    }
    await context.close()
  }
}

interface Violation {
  id: string
  nodes: { html: string }[]
}

async function violations(page: Page): Promise<string[]> {
  // The policy of the pages lets no script in: axe comes in by the debugger's door.
  await page.evaluate(axe.source)
  const { violations: found } = await page.evaluate<{ violations: Violation[] }>(
    'axe.run(document, { resultTypes: ["violations"] })',
  )
  return found.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)
}
