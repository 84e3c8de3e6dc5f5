import { mkdirSync } from 'node:fs'
import axe from 'axe-core'
import { freePort } from '@night-routine/servers'
import { launchChromium } from '@night-routine/servers/chromium'
import type { Page } from 'playwright-core'
import t, { type Test } from 'tap'
import { launchStack, stackPlace } from './running-stack.ts'

/** Where to leave pictures of the pages, for people to look at; unset: nowhere. */
const pictures = process.env['PAGES_FOLDER']

const browser = await launchChromium(t)

t.test(
  'switching publishing on shows a readable site at once; off, it can be taken down',
  async t => {
    const place = await stackPlace(t)
    const stack = await launchStack(t, place)
    t.equal(stack.exitCode, undefined, stack.printed())
    const page = await browser.newPage({ viewport: { width: 1280, height: 800 } })
    page.on('pageerror', error => t.fail(error.message))
    await page.goto(stack.publicUrl)
    await page.getByRole('link', { name: 'Sign in with Google' }).click()
    await page.getByRole('link', { name: 'Alex' }).click()
    for (const box of await page.getByRole('checkbox').all()) await box.check()
    await page.getByRole('button', { name: 'Allow' }).click()
    await page.getByLabel('Family').check()
    await page.getByRole('button', { name: 'Start' }).click()

    const settings = `${stack.publicUrl}/settings/sharing`
    await page.goto(settings)
    t.match(await page.locator('#publishing').textContent(), 'Nothing is published')
    const publish = async (choice: 'On' | 'Off') => {
      await page.getByLabel('Publish the plan').selectOption(choice)
      await page.getByRole('button', { name: 'Save', exact: true }).first().click()
    }
    await publish('On')
    t.match(await page.locator('#publishing').textContent(), 'Published and up to date')
    await page.getByRole('link', { name: 'Open the published site' }).click()

    const site = page.url()
    t.match(site, new RegExp(`^${stack.publicUrl}/s/[0-9a-f]{32}/$`), 'it is unguessable')
    await lookAt(t, site)
    await page.goto(`${site}statistics`)
    const drawn = await page.evaluate<number>(
      '(img => img.decode().then(() => img.naturalWidth))(document.querySelector("img"))',
    )
    t.ok(drawn > 0, 'the chart is drawn')

    await stack.interrupt()
    const again = await launchStack(t, { ...place, VAULT_PORT: String(await freePort()) })
    t.equal(again.exitCode, undefined, again.printed())
    const upToDate = page.locator('#publishing').getByText('up to date')
    await page.goto(settings)
    for (let look = 0; look < 100 && (await upToDate.count()) === 0; look++) {
      await page.waitForTimeout(100)
      await page.reload()
    }
    t.notMatch(again.printed(), 'HostNotAllowed', 'the site was found at its new port')
    t.match(await page.locator('#publishing').textContent(), 'Published and up to date')
    await publish('Off')
    t.match(await page.locator('#publishing').textContent(), 'stay readable')
    t.equal((await fetch(site)).status, 200)
    await page.getByRole('button', { name: 'Take the published pages down' }).click()
    for (let look = 0; look < 100 && (await fetch(`${site}statistics`)).ok; look++)
      await page.waitForTimeout(100)
    t.equal((await fetch(`${site}statistics`)).status, 404)
  },
)

/** Opens what is published at two widths, light and dark: it fits, and axe has nothing against it. */
async function lookAt(t: Test, site: string) {
  const thisMonth = Temporal.Now.plainDateISO().toPlainYearMonth().toString()
  for (const colorScheme of ['light', 'dark'] as const) {
    const page = await browser.newPage({ colorScheme })
    page.on('response', answer => {
      if (answer.status() >= 400) t.fail(`${answer.status()} ${answer.url()}`)
    })
    page.on('requestfailed', request => t.fail(`${request.failure()?.errorText} ${request.url()}`))
    for (const width of [360, 1280]) {
      await page.setViewportSize({ width, height: 800 })
      for (const path of ['', 'statistics', thisMonth]) {
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
    }
    await page.close()
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
