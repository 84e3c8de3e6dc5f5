import { mkdirSync } from 'node:fs'
import { wording } from '@night-routine/wording'
import { chromium, type Page } from 'playwright-core'
import t, { type Test } from 'tap'
import { calendars } from '../src/routes/calendars/calendars.ts'
import { newLinkView } from '../src/routes/feed/new-link-view.ts'
import { home } from '../src/routes/home/home.ts'
import { share } from '../src/routes/share/share.ts'
import { statistics } from '../src/routes/statistics/statistics.ts'
import { alex, clock, connected, now, parents, settings } from './demo-household.ts'
import { newToken } from '../src/session-token.ts'
import { assignment, inTurn, sitter } from './nights.ts'
import { oneOfEachKind } from './one-of-each-kind.ts'
import { routeService } from './route-service.ts'

/** Where to leave pictures of every page, for people to look at; unset: nowhere. */
const pictures = process.env['PAGES_FOLDER']

const long = 'Maximiliane-Charlotte'
const explanation = assignment('2026-11-20', 'a').explanation
const nights = [...inTurn('2026-10-20', 31).slice(0, -1), ...inTurn('2026-11-20', 34)].map(
  night => {
    const date = night.night.toString()
    if (date === '2026-11-24') return sitter(date, 'Maria')
    if (date === '2026-11-27') return { ...night, override: true, reason: 'Override' as const }
    if (date === '2026-11-28')
      return { ...night, explanation: explanation && { ...explanation, away: ['b' as const] } }
    if (date === '2026-11-30') return assignment(date, null)
    return night
  },
)

/** A year for the statistics: not even, with babysitters, and a month without anybody. */
const year = inTurn('2025-12-01', 390)
  .filter(({ night }) => night.month !== 8)
  .map((night, index) => {
    if (index % 17 === 5) return sitter(night.night.toString(), index % 2 ? 'Maria' : long)
    return index % 11 === 3 ? { ...night, caregiver: 'b' as const } : night
  })

const token = newToken()

async function household(
  t: Test,
  options: {
    signedIn: boolean
    names?: string
    broken?: boolean
    absent?: boolean
    empty?: boolean
    told?: boolean
    disconnecting?: boolean
  },
) {
  const named = options.names
    ? { a: { ...parents.a, name: options.names }, b: { ...parents.b, name: `${options.names}s` } }
    : parents
  const service = await routeService(t, options.signedIn ? alex : null)
  const shared = {
    readHousehold: async () => ({ settings, parents: named }),
    readNights: async (from: Temporal.PlainDate, to: Temporal.PlainDate) =>
      (options.empty ? [] : nights).filter(
        ({ night }) =>
          Temporal.PlainDate.compare(night, from) >= 0 &&
          Temporal.PlainDate.compare(night, to) <= 0,
      ),
    readConnection: async () =>
      options.absent
        ? ({ state: 'absent' } as const)
        : options.broken
          ? ({ state: 'broken' } as const)
          : connected,
    words: wording('en'),
    clock,
  }
  await service.register(home, {
    ...shared,
    readAssignment: async id => nights.find(night => night.id === id),
    readChoices: async ({ selected }) => ({
      sitters: ['Maria', 'Jo'],
      swappable: nights.filter(({ caregiver }) => caregiver === 'b').slice(0, 5),
      unlocking: selected.override ? { caregiver: 'b', changed: [] } : null,
      isOver: false,
    }),
    readNightHistory: async () => [],
    readRevision: async () => 'r1',
    readStatus: async () => ({
      calendarName: options.empty ? null : 'Family',
      work: [],
      channels: [],
      told: options.told ? oneOfEachKind : [],
      disconnecting: options.disconnecting ?? false,
      progress: null,
    }),
    anybodyMayEnter: true,
    publicUrl: 'http://localhost:8080',
  })
  await service.register(statistics, {
    ...shared,
    readNights: async () => (options.empty ? [] : year),
    readRecord: async ({ before }) =>
      year.filter(({ night }) => Temporal.PlainDate.compare(night, before) < 0),
  })
  await service.register(share, {
    ...shared,
    findFeedToken: async () => ({ id: 1n, createdBy: '', createdAt: now, lastUsedAt: now }),
    touchFeedToken: async () => undefined,
  })
  const names = { a: named.a.name, b: named.b.name }
  service.get('/new-link', async (request, reply) =>
    reply.page(
      'routes/feed/new-link.hbs',
      newLinkView(token, {
        publicUrl: 'https://routine.example.com',
        names,
        words: request.words,
      }),
    ),
  )
  await service.register(calendars, {
    readConnection: shared.readConnection,
    isDisconnecting: async () => options.disconnecting ?? false,
    readCalendar: async () => ({ calendarId: 'family', calendarName: 'Family' }),
    listCalendars: async () => [
      { id: 'alex', name: 'Alex', writable: true, primary: true, timeZone: null },
      { id: 'family', name: 'Family', writable: true, primary: false, timeZone: null },
      { id: 'holidays', name: 'Holidays', writable: false, primary: false, timeZone: null },
    ],
  })
  return service.listen({ host: '127.0.0.1', port: 0 })
}

const screens = [
  { width: 320, height: 640 },
  { width: 360, height: 740 },
  { width: 768, height: 1024 },
  { width: 1280, height: 800 },
]

const isMeasured = ({ width }: { width: number }) => width === 360 || width === 1280

t.test('every page fits every screen, light and dark', async t => {
  const browser = await chromium.launch({
    executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-quic'],
  })
  t.teardown(() => browser.close())
  const [signedIn, signedOut, longNames, first, broken, told, leaving, absent] = await Promise.all([
    household(t, { signedIn: true }),
    household(t, { signedIn: false }),
    household(t, { signedIn: true, names: long }),
    household(t, { signedIn: true, empty: true }),
    household(t, { signedIn: true, broken: true }),
    household(t, { signedIn: true, told: true }),
    household(t, { signedIn: true, disconnecting: true }),
    household(t, { signedIn: true, absent: true }),
  ])
  const pages = {
    'signed-out': `${signedOut}/`,
    month: `${signedIn}/`,
    night: `${signedIn}/?night=20261124`,
    locked: `${signedIn}/?night=20261127`,
    'long-names': `${longNames}/?night=20261121`,
    'first-run': `${first}/`,
    reconnect: `${broken}/`,
    calendars: `${signedIn}/calendars`,
    notices: `${told}/`,
    disconnecting: `${leaving}/calendars`,
    'disconnecting-home': `${leaving}/`,
    disconnected: `${absent}/calendars`,
    statistics: `${signedIn}/statistics`,
    'statistics-long-names': `${longNames}/statistics`,
    'statistics-empty': `${first}/statistics`,
    share: `${signedOut}/share/${token}`,
    'new-link': `${longNames}/new-link`,
    error: `${signedIn}/?night=1`,
  }
  for (const colorScheme of ['light', 'dark'] as const)
    // Colours move nothing: in the dark two widths are enough.
    for (const viewport of colorScheme === 'light' ? screens : screens.filter(isMeasured)) {
      const context = await browser.newContext({ viewport, colorScheme, javaScriptEnabled: true })
      const page = await context.newPage()
      const faults: string[] = []
      page.on('pageerror', error => faults.push(error.message))
      page.on('console', message => message.type() === 'error' && faults.push(message.text()))
      for (const [name, url] of Object.entries(pages)) {
        await page.goto(url)
        const at = `${name} ${viewport.width} ${colorScheme}`
        t.equal(
          await page.evaluate('document.documentElement.scrollWidth'),
          viewport.width,
          `${at}: no sideways scroll`,
        )
        t.same(await smallTargets(page), [], `${at}: targets of at least 24 by 24`)
        if (pictures) await picture(page, `${name}-${viewport.width}-${colorScheme}`)
      }
      t.same(
        faults.filter(words => !words.includes('404')),
        [],
        'nothing is refused by the content security policy',
      )
      await context.close()
    }
})

t.test('the whole month is on the screen of a phone and of a desk', async t => {
  const browser = await chromium.launch({
    executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-quic'],
  })
  t.teardown(() => browser.close())
  const address = await household(t, { signedIn: true })
  for (const viewport of screens.filter(isMeasured)) {
    const page = await browser.newPage({ viewport })
    await page.goto(`${address}/`)
    const { bottom } = await box(page, 'table.month')
    t.ok(bottom <= viewport.height, `six weeks end at ${bottom} of ${viewport.height}`)
    const cell = await box(page, 'table.month td a')
    t.ok(cell.width >= 40 && cell.height >= 44, `a night is ${cell.width} by ${cell.height}`)
  }
})

interface Box {
  width: number
  height: number
  bottom: number
}

async function box(page: Page, selector: string): Promise<Box> {
  return page.evaluate(`(() => {
    const { width, height, bottom } = document.querySelector('${selector}').getBoundingClientRect()
    return { width, height, bottom }
  })()`)
}

/** Links and buttons that a finger could miss (WCAG 2.2, 2.5.8); links inside a sentence are exempt. */
async function smallTargets(page: Page): Promise<string[]> {
  return page.evaluate(`[...document.querySelectorAll('a, button, label')]
    .filter(target => !target.matches('.skip, p a'))
    .filter(target => {
      const { width, height } = target.getBoundingClientRect()
      return width < 24 || height < 24
    })
    .map(target => target.outerHTML)`)
}

async function picture(page: Page, name: string) {
  mkdirSync(String(pictures), { recursive: true })
  await page.screenshot({ path: `${pictures}/${name}.png`, fullPage: true })
}
