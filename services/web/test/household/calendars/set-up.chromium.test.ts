import { readParents } from '@night-routine/database/nights'
import { readSettings } from '@night-routine/household'
import { launchChromium } from '@night-routine/servers/chromium'
import type { BrowserContextOptions } from 'playwright-core'
import t, { type Test } from 'tap'
import { confirmAtGoogle, until } from '../../listening-web.ts'
import { newHousehold } from '../../other-households.ts'

/** A new household, whose family calendar is in this zone, and a browser of a person who has never been there. */
async function arrive(t: Test, { zone, ...options }: BrowserContextOptions & { zone: string }) {
  const { web, origin } = await newHousehold(t)
  const roles = { 'alex@example.com': 'owner', 'robin@example.com': 'writer' } as const
  const family = { id: 'family', summary: 'Family', timeZone: zone, roles }
  await web.emulator.control.saveCalendar(family)
  const browser = await launchChromium(t)
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, ...options })
  const page = await context.newPage()
  page.setDefaultTimeout(60_000)
  const faults: string[] = []
  page.on('pageerror', error => faults.push(error.message))
  page.on('console', message => message.type() === 'error' && faults.push(message.text()))
  let clicks = 0
  /** Clicks, and counts the clicks. */
  const click = async (role: 'link' | 'button', name: string) => {
    clicks += 1
    await page.getByRole(role, { name }).click()
    await page.waitForLoadState()
  }
  await page.goto(origin)
  await click('link', 'Sign in with Google')
  await click('link', 'Alex')
  for (const box of await page.getByRole('checkbox').all()) await box.check()
  await click('button', 'Allow')
  t.equal(page.url(), `${origin}/calendars`)
  return { web, page, origin, faults, click, clicks: () => clicks }
}

/** East and west of the process, with and without script; each once, or together with `npm run test:long`. */
const [east, west] = ['Pacific/Kiritimati', 'America/Los_Angeles'] as const
const arrivals: [zone: string, javaScriptEnabled: boolean][] = [
  [east, true],
  [west, false],
]
if (process.env['LONG_TESTS'] !== undefined) arrivals.push([east, false], [west, true])

for (const [zone, javaScriptEnabled] of arrivals)
  t.test(
    `from the first sign-in to a filled month, ${zone}, ${javaScriptEnabled ? 'with' : 'without'} script`,
    async t => {
      // Where the calendar has no zone, it is the browser's.
      const of = { zone: javaScriptEnabled ? '' : zone, timezoneId: zone, javaScriptEnabled }
      const { web, page, origin, click, clicks, faults } = await arrive(t, of)
      t.equal(await page.getByLabel('Your name').inputValue(), 'Alex')
      t.equal(await page.getByLabel('The other parent', { exact: true }).inputValue(), 'Robin')
      t.equal(await page.getByLabel('Time zone').inputValue(), zone)
      t.same(await web.emulator.control.events('family'), [])
      await click('button', 'Start')

      t.equal(page.url(), `${origin}/`)
      const tonight = web.clock
        .now()
        .toZonedDateTimeISO(zone)
        .subtract({ hours: 4 })
        .toPlainDate()
        .toLocaleString('en-GB', { weekday: 'long', day: 'numeric', month: 'long' })
        .replace(',', '')
      t.match(await page.locator('.tonight').innerText(), new RegExp(`Tonight, ${tonight}`, 'i'))
      t.match(await page.locator('#tonight-title').innerText(), /You|Robin/)
      t.ok((await page.locator('td a').count()) > 0, 'the month is filled')
      t.equal(await page.locator('#zone').isVisible(), false, 'the zones agree: nothing to ask')
      t.equal(clicks(), 4)
      const { a, b } = await readParents(web.db)
      t.same([a.name, b.name], ['Alex', 'Robin'])
      t.same(faults, [])

      await click('button', 'Create invite link')
      await confirmAtGoogle(page)
      t.match(await page.getByLabel('Link').inputValue(), /\/invitations\/[\w-]{43}$/)
    },
  )

t.test('a zone that differs from the device’s is offered, and asked about once', async t => {
  const arrival = await arrive(t, { zone: 'Europe/Paris', timezoneId: 'Asia/Tokyo' })
  const { page, web, click, origin } = arrival
  const zone = async () => (await readSettings(web.db)).timeZone
  const select = page.getByLabel('Time zone')
  t.equal(await select.inputValue(), 'Europe/Paris')
  const offer = page.getByRole('button', { name: 'Use this device’s time (Asia/Tokyo)' })
  const start = async () => page.evaluate(`document.querySelector('.set-up .buttons').offsetTop`)
  await offer.waitFor()
  const before = await start()
  await offer.click()
  t.equal(await select.inputValue(), 'Asia/Tokyo')
  t.equal(await offer.isVisible(), false)
  t.equal(await start(), before, 'nothing moves, because the offer has its room')
  await select.selectOption('Europe/Paris')

  // What was refused is corrected in place.
  const name = page.getByLabel('The other parent', { exact: true })
  await name.fill('alex')
  await click('button', 'Start')
  t.match(await page.getByRole('alert').innerText(), 'different names')
  t.equal(await page.evaluate('document.activeElement.id'), 'parent_b')
  await name.fill('Taïna')

  // Start looks busy until the answer is there, and counts once.
  let posts = 0
  page.on('request', request => {
    if (request.url() === `${origin}/calendars/select`) posts += 1
  })
  const busy = await page.evaluate(`(() => {
    const start = document.querySelector('.set-up .buttons button')
    start.click()
    start.click()
    return start.form.ariaBusy
  })()`)
  t.equal(busy, 'true')
  await page.waitForURL(`${origin}/`)
  t.equal(posts, 1)
  t.equal(await zone(), 'Europe/Paris')

  const question = page.locator('#zone')
  t.match(await question.innerText(), /Europe\/Paris.*Asia\/Tokyo/s)
  const top = () => page.evaluate(`document.querySelector('.tonight').offsetTop`)
  await page.reload()
  t.ok(await question.isVisible(), 'until it is answered')
  const asked = await top()
  await page.getByRole('button', { name: 'Keep Europe/Paris' }).click()
  t.equal(await question.isVisible(), false)
  t.equal(await top(), asked, 'the page stays where it was')
  await page.reload()
  await page.locator('#zone').waitFor({ state: 'attached' })
  t.equal(await question.isVisible(), false, 'once')

  await page.context().clearCookies({ name: 'zone_asked' })
  await page.goto(origin)
  await click('button', 'Use this device’s time')
  t.equal(await zone(), 'Asia/Tokyo')
  t.equal(await question.isVisible(), false)
  await until(page, `document.querySelector('.said').textContent.includes('Saved.')`)
})
