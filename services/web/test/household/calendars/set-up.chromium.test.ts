import { readParents } from '@night-routine/database/nights'
import { readSettings } from '@night-routine/household'
import { freePort } from '@night-routine/servers'
import type { BrowserContextOptions, Page } from 'playwright-core'
import t, { type Test } from 'tap'
import { confirmAtGoogle, launchChromium, until } from '../../listening-web.ts'
import { runWeb, type RunningWeb } from '../../running-web.ts'

const unset = undefined as never
const unnamed = { PARENT_A: unset, PARENT_B: unset, TIME_ZONE: unset }

/** A new household, whose family calendar is in this zone, and a browser of a person who has never been there. */
async function arrive(t: Test, { zone, ...options }: BrowserContextOptions & { zone: string }) {
  const port = await freePort()
  const origin = `http://127.0.0.1:${port}`
  const web = await runWeb(t, { ...unnamed, PUBLIC_URL: origin })
  const roles = { 'alex@example.com': 'owner', 'robin@example.com': 'writer' } as const
  await web.emulator.control.saveCalendar({
    id: 'family',
    summary: 'Family',
    timeZone: zone,
    roles,
  })
  await web.service.listen({ host: '127.0.0.1', port })
  const browser = await launchChromium(t)
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, ...options })
  const page = await context.newPage()
  page.setDefaultTimeout(60_000)
  const faults: string[] = []
  page.on('pageerror', error => faults.push(error.message))
  page.on('console', message => message.type() === 'error' && faults.push(message.text()))
  return { web, page, origin, faults, ...clickCounter(page) }
}

/** Clicks, and counts the clicks. */
function clickCounter(page: Page) {
  let clicks = 0
  const click = async (role: 'link' | 'button', name: string) => {
    clicks += 1
    await page.getByRole(role, { name }).click()
    await page.waitForLoadState()
  }
  return { click, clicks: () => clicks }
}

/** The date of tonight on the home page. */
const tonightIn = (zone: string, { clock }: RunningWeb) =>
  clock
    .now()
    .toZonedDateTimeISO(zone)
    .subtract({ hours: 4 })
    .toPlainDate()
    .toLocaleString('en-GB', { weekday: 'long', day: 'numeric', month: 'long' })
    .replace(',', '')

type Arrival = Awaited<ReturnType<typeof arrive>>

async function signIn({ page, origin, click }: Arrival) {
  await page.goto(origin)
  await click('link', 'Sign in with Google')
  await click('link', 'Alex')
  for (const box of await page.getByRole('checkbox').all()) await box.check()
  await click('button', 'Allow')
  t.equal(page.url(), `${origin}/calendars`)
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
      const arrival = await arrive(t, { zone, timezoneId: zone, javaScriptEnabled })
      const { web, page, origin, click, clicks, faults } = arrival
      await signIn(arrival)
      t.equal(await page.getByLabel('Your name').inputValue(), 'Alex')
      t.equal(await page.getByLabel('The other parent', { exact: true }).inputValue(), 'Robin')
      t.equal(await page.getByLabel('Time zone').inputValue(), zone)
      t.same(await web.emulator.control.events('family'), [])
      await click('button', 'Start')

      t.equal(page.url(), `${origin}/`)
      t.match(
        await page.locator('.tonight').innerText(),
        new RegExp(`Tonight, ${tonightIn(zone, web)}`, 'i'),
      )
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

t.test('Start looks busy until the answer is there, and counts once', async t => {
  const arrival = await arrive(t, { zone: 'Europe/Paris', timezoneId: 'Europe/Paris' })
  const { page, origin } = arrival
  await signIn(arrival)
  let posted = 0
  page.on('request', request => {
    if (request.url() === `${origin}/calendars/select`) posted += 1
  })
  const busy = await page.evaluate(`(() => {
    const start = document.querySelector('.set-up .buttons button')
    start.click()
    start.click()
    return start.form.ariaBusy
  })()`)
  t.equal(busy, 'true')
  await page.waitForURL(`${origin}/`)
  t.equal(posted, 1)
})

t.test('the zone is the browser’s where the calendar has none', async t => {
  const arrival = await arrive(t, { zone: '', timezoneId: 'Pacific/Kiritimati' })
  await signIn(arrival)
  t.equal(await arrival.page.getByLabel('Time zone').inputValue(), 'Pacific/Kiritimati')
  await arrival.click('button', 'Start')
  t.equal((await readSettings(arrival.web.db)).timeZone, 'Pacific/Kiritimati')
})

t.test('a zone that differs from the device’s is offered, and asked about once', async t => {
  const arrival = await arrive(t, { zone: 'Europe/Paris', timezoneId: 'Asia/Tokyo' })
  const { page, web, click, origin } = arrival
  const zone = async () => (await readSettings(web.db)).timeZone
  await signIn(arrival)
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
  await click('button', 'Start')
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

t.test('what was refused is corrected in place', async t => {
  const arrival = await arrive(t, { zone: 'Europe/Paris', timezoneId: 'Europe/Paris' })
  const { page, web, click } = arrival
  await signIn(arrival)
  await page.getByLabel('The other parent', { exact: true }).fill('alex')
  await page.getByLabel('Tue').first().check()
  await click('button', 'Start')
  t.match(await page.getByRole('alert').innerText(), 'different names')
  t.ok(await page.getByLabel('Tue').first().isChecked())
  t.equal(await page.evaluate('document.activeElement.id'), 'parent_b')
  await page.getByLabel('The other parent', { exact: true }).fill('Taïna')
  await page.keyboard.press('Enter')
  await page.locator('.tonight').waitFor()
  const { a, b } = await readParents(web.db)
  t.same([a.name, b.name, a.unavailableWeekdays], ['Alex', 'Taïna', [2]])
})
