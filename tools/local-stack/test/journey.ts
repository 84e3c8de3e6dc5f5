import type { Browser } from 'playwright-core'
import type { Test } from 'tap'
import { beAway, changeNights, firstRun, lookAround } from './household-journey.ts'
import type { Provider } from './provider.ts'
import { publishPlan, takeDown } from './publishing.ts'
import { launchStack, stackPlace, type Place } from './running-stack.ts'
import { looksRight, signIn, type Traveller } from './traveller.ts'
import { visitor } from './visitor.ts'

interface Journey {
  provider: (place: Place) => Provider
  /** With script on a desk, without script on a phone in the dark. */
  script: boolean
}

/** Everything that a family does, from one command to signing out. */
export async function travel(t: Test, browser: Browser, { provider: at, script }: Journey) {
  // A household without names and time zone.
  const place = await stackPlace(t, { PARENT_A: '', PARENT_B: '', TIME_ZONE: '' })
  const provider = at(place)
  const stack = await launchStack(t, place, ...provider.args)
  t.equal(stack.exitCode, undefined, stack.printed())
  const { printed, publicUrl } = stack
  const look = script ? { width: 1280 } : { width: 360, dark: true }
  const page = await visitor(t, browser, { ...look, javaScript: script })
  const traveller = { page, printed, publicUrl, provider, script }

  await t.test('first run', async t => firstRun(t, traveller))
  await t.test('a fair month in the calendar', async t => isAFairMonth(t, traveller))

  await t.test('Sync changes nothing when nothing has changed', async t => {
    const before = await provider.events()
    await page.getByRole('button', { name: 'Sync' }).click()
    t.equal(page.url(), `${publicUrl}/`)
    t.strictSame(await provider.events(), before)
  })

  await t.test('nights change hands', async t => changeNights(t, traveller))
  await t.test('a parent is away', async t => beAway(t, traveller))

  await t.test('a stranger is turned away', async t => {
    const other = await visitor(t, browser, { width: 360, javaScript: script })
    const stranger = { ...traveller, page: other }
    await signIn(stranger, 'stranger@example.com')
    t.match(await other.getByRole('main').innerText(), provider.refusal)
    await looksRight(t, stranger)
  })

  let site = ''
  await t.test('switching publishing on shows a readable site at once', async t => {
    site = await publishPlan(t, traveller)
  })

  await t.test('the site can be taken down', async t => takeDown(t, traveller, site))

  await t.test('numbers, history, and out', async t => lookAround(t, traveller))
  await page.goto('about:blank')
}

async function isAFairMonth(t: Test, { provider }: Traveller) {
  const events = await provider.events()
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
