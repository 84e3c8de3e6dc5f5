import { createControl, type Control } from '@night-routine/google-emulator'
import { freePort } from '@night-routine/servers'
import t, { type Test } from 'tap'
import { beAway, changeNights, firstRun, unnamed } from './household-journey.ts'
import { lookAround } from './look-around.ts'
import { publishPlan, takeDown } from './publishing.ts'
import { launchStack, stackPlace } from './running-stack.ts'
import { fitsTheScreen, launchChromium, signIn, visitor } from './visitor.ts'

const browser = await launchChromium(t)

async function isAFairMonth(t: Test, control: Control) {
  const events = (await control.events('family')).filter(({ status }) => status === 'confirmed')
  t.ok(events.length >= 30, `${events.length} events`)
  const nights = new Set(events.map(({ start }) => start.date))
  t.equal(nights.size, events.length, 'one event a night')
  for (const { summary, description } of events) {
    t.match(summary, /^\[(Antoine|Taïna)\] 🌃👶Routine$/)
    t.match(description, /\w+.*\.\n/)
  }
  const first = events.filter(({ summary }) => summary?.startsWith('[Antoine]')).length
  t.ok(Math.abs(2 * first - events.length) <= 1, `${first} of ${events.length}: fair`)
}

t.test('the whole journey, from one command to signing out', async t => {
  const place = await stackPlace(t, unnamed)
  const stack = await launchStack(t, place)
  t.equal(stack.exitCode, undefined, stack.printed())
  const { publicUrl } = stack
  const control = createControl(stack.emulatorUrl)
  const page = await visitor(t, browser, { width: 1280, javaScript: true })
  const traveller = { page, publicUrl, control, script: true }

  await t.test('first run', async t => firstRun(t, traveller))
  await t.test('a fair month in the calendar', async t => isAFairMonth(t, control))

  await t.test('Sync changes nothing when nothing has changed', async t => {
    await control.clearRequests()
    await page.getByRole('button', { name: 'Sync' }).click()
    t.equal(page.url(), `${publicUrl}/`)
    const writes = (await control.requests()).filter(({ method }) => method !== 'GET')
    t.strictSame(writes, [])
  })

  await t.test('nights change hands', async t => changeNights(t, traveller))
  await t.test('a parent is away', async t => beAway(t, traveller))

  await t.test('a stranger is turned away', async t => {
    const stranger = await visitor(t, browser, { width: 360, javaScript: true })
    await signIn(stranger, publicUrl, 'stranger@example.com')
    t.match(await stranger.getByRole('main').innerText(), 'isn’t on this household’s list')
    await fitsTheScreen(t, stranger)
  })

  let site = ''
  await t.test('switching publishing on shows a readable site at once', async t => {
    site = await publishPlan(t, traveller)
  })

  let again: Awaited<ReturnType<typeof launchStack>> | undefined
  await t.test('after a restart session and calendar are as they were', async test => {
    await page.goto(publicUrl)
    await page.getByText('is up to date').waitFor()
    const before = (await control.events('family')).map(({ id }) => id).toSorted()
    // A page that is open would tell its console that the stack is gone.
    await page.goto('about:blank')
    test.equal(await stack.interrupt(), 0)
    // The host of the published site is at another port from now on.
    const elsewhere = { ...place, VAULT_PORT: String(await freePort()) }
    again = await launchStack(t, elsewhere)
    await page.goto(publicUrl)
    test.ok(await page.getByText('Signed in as alex@example.com').isVisible())
    const after = (await control.events('family')).map(({ id }) => id).toSorted()
    test.strictSame(after, before)
  })

  await t.test('the site is found at its new port, and can be taken down', async t => {
    await takeDown(t, traveller, site)
    t.notMatch(again?.printed() ?? '', 'HostNotAllowed')
  })

  await t.test('months, numbers, history, a secret link, and out', async t =>
    lookAround(t, traveller),
  )
  await page.goto('about:blank')
})
