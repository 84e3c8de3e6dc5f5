import t from 'tap'
import { home, type HomeReading } from '../../../src/routes/home/home.ts'
import { keepPages, pageKey } from '../../../src/routes/home/kept-pages.ts'
import { Browser } from '../../browser.ts'
import { alex, connected, now, parents, settings } from '../../demo-household.ts'
import { assignment, at, day, inTurn } from '../../nights.ts'
import { routeService } from '../../route-service.ts'
import { runWeb } from '../../running-web.ts'
import { changes, household, tonightOf } from './page-changes.ts'

t.test('whatever changes, the next page shows it, and is what a new one would be', async t => {
  const web = await runWeb(t)
  const browser = await household(web)
  const page = async (headers = {}) => (await browser.get('/', headers)).body
  const cookie = `session=${browser.cookies.get('session')}`
  // A cookie with words for the page, though it knows none of these: such a page is always made anew.
  const anew = () => page({ cookie: `${cookie}; notice=none` })
  for (const [what, make, shows] of changes) {
    const before = await page()
    await make(web)
    const after = await page()
    t.not(after, before, what)
    t.match(after, shows, what)
    const made = await anew()
    // A minute may begin between two of them.
    t.ok([after, await page()].includes(made), `${what}: as a new page`)
  }
})

t.test('each month, night, person and language has a page of its own', async t => {
  const web = await runWeb(t)
  const alexs = await household(web)
  const robins = new Browser(web)
  await robins.signIn('robin@example.com')
  const month = tonightOf(web).slice(0, 7)
  const [night] = await web.db.selectFrom('assignments').select('id').orderBy('night').execute()
  const asked: [Browser, url: string, says: RegExp][] = [
    [alexs, '/', /Signed in as alex@/],
    [robins, '/', /Signed in as robin@/],
    [alexs, `/?month=${month}`, /Signed in as alex@/],
    [
      alexs,
      `/?month=${day(`${month}-01`).add({ months: 1 }).toString().slice(0, 7)}`,
      /class="today"/,
    ],
    [alexs, `/?night=${night?.id}`, /<section class="night"/],
    [new Browser(web), '/', /class="welcome"/],
  ]
  const open = async ([browser, url, says]: (typeof asked)[number]) => {
    const { body, headers } = await browser.get(url)
    t.match(body, says, url)
    t.equal(headers['cache-control'], 'no-store')
    t.equal(headers['content-type'], 'text/html; charset=utf-8')
    return body
  }
  const bodies = new Set<string>()
  for (const each of asked) bodies.add(await open(each))
  t.equal(bodies.size, 5, 'this month is the page without a month')
  // At once they share their questions, and not what they are answered.
  await Promise.all([...asked, ...asked.toReversed()].map(open))
  await web.db.deleteFrom('sessions').where('email', '=', 'alex@example.com').execute()
  t.match((await alexs.get('/')).body, /class="welcome"/, 'a session that ended shows nothing')
  t.match((await robins.get('/')).body, /Signed in as robin@/)
})

const state: HomeReading = {
  revision: 'r1',
  settings,
  parents,
  connection: connected,
  calendarName: 'Family',
  work: [],
  channels: [],
  told: [],
  disconnecting: false,
  progress: null,
  nights: inTurn('2026-11-20', 30),
}

t.test('a page is made once, until something of it changes', async t => {
  const service = await routeService(t, alex)
  const seen = { snapshot: 's1', digest: 'd1' }
  let reading: Partial<HomeReading> = {}
  let time = now
  const asked: unknown[] = []
  service.addHook('onRequest', async request => {
    if (request.visit) request.visit.snapshot = seen.snapshot
  })
  await service.register(home, {
    clock: { now: () => time },
    async readHome({ known }) {
      asked.push(known)
      return { ...seen, state: known === seen.digest ? null : { ...state, ...reading } }
    },
    readAssignment: async id => assignment('2026-12-03', 'a', { id }),
    readChoices: async () => null,
    readNightHistory: async () => [],
    anybodyMayEnter: true,
    publicUrl: 'http://localhost:8080',
  })
  /** What was known at each question that the page led to, and the page. */
  const get = async (url = '/', cookie = '') => {
    asked.splice(0)
    const { body } = await service.inject({ url, headers: { cookie } })
    return { body, asked: [...asked] }
  }

  const first = await get()
  t.same(first.asked, [null])
  t.same(await get(), { ...first, asked: [] }, 'nothing was written')
  seen.snapshot = 's2'
  t.same(await get(), { ...first, asked: ['d1'] }, 'something else was written')
  t.same(await get(), { ...first, asked: [] }, 'and nothing since')
  t.same((await get('/?month=2026-12')).asked, [null], 'another month')

  const busy = await get('/', 'notice=busy')
  t.same(busy.asked, [null], 'with words for this browser')
  t.match(busy.body, 'Somebody else was changing the plan')
  t.same(await get(), { ...first, asked: [] }, 'which nobody else reads')
  t.same((await get('/?night=7')).asked, [null], 'with a night open')
  t.same((await get('/?night=7')).asked, [null], 'which is made anew')

  Object.assign(seen, { snapshot: 's3', digest: 'd2' })
  reading = { calendarName: 'Other', progress: { pending: [], written: 0 } }
  const writing = await get()
  t.match(writing.body, 'Other', 'the calendar is being written')
  t.same(await get(), { ...writing, asked: ['d1'] }, 'so the page is not kept')
  reading = { calendarName: 'Other' }
  t.same((await get()).asked, ['d1'])
  t.same((await get()).asked, [])
  time = now.add({ minutes: 1 })
  t.same((await get()).asked, [null], 'a minute later its words may be others')
})

const asked = {
  email: 'alex@example.com',
  household: settings,
  month: Temporal.PlainYearMonth.from('2026-11'),
  tonight: day('2026-11-20'),
}

t.test('the key has everything that is asked', async t => {
  const others = [
    { email: 'robin@example.com' },
    { household: { ...settings, language: 'fr' } },
    { household: { ...settings, timeZone: 'UTC' } },
    { household: { ...settings, dayTurnsAtHour: 5 } },
    { household: { ...settings, weekStart: 7 } },
    { month: Temporal.PlainYearMonth.from('2026-12') },
    { tonight: day('2026-11-21') },
  ]
  const keys = [{}, ...others].map(other => pageKey({ ...asked, ...other }))
  t.equal(new Set(keys).size, keys.length)
  t.equal(pageKey({ ...asked }), keys[0])
})

t.test('pages are kept within a number, a size and a time', async t => {
  const kept = keepPages({ pages: 3, bytes: 100 })
  const from = at('2026-11-20T19:00:00Z')
  const until = from.add({ minutes: 1 })
  const keep = (key: string, size: number) =>
    kept.keep(key, { html: Buffer.alloc(size), digest: 'd', snapshot: 's', from, until })
  const there = (...keys: string[]) => keys.filter(key => kept.find(key, from)).join('')

  for (const key of ['a', 'b', 'c']) keep(key, 10)
  t.equal(there('c', 'b', 'a'), 'cba')
  keep('d', 10)
  t.equal(there('a', 'b', 'c', 'd'), 'abd', 'the one that was not asked for the longest goes')
  keep('a', 85)
  t.equal(there('a', 'b', 'd'), 'ad', 'large ones leave less room; the same key counts once')
  keep('e', 101)
  t.equal(there('a', 'b', 'c', 'd', 'e'), '', 'one that is too large is not kept')
  keep('f', 100)
  t.equal(there('f'), 'f')

  t.ok(kept.find('f', until.subtract({ nanoseconds: 1 })))
  t.notOk(kept.find('f', until))
  t.notOk(kept.find('f', from.subtract({ seconds: 1 })), 'a clock that was put back')
})
