import type { Session } from '@night-routine/database/people'
import t, { type Test } from 'tap'
import type { WebContext } from '../../../src/plugins/context.ts'
import home from '../../../src/nights/home/home-route.ts'
import { alex, parents } from '../../demo-household.ts'
import { assignment, inTurn, sitter } from '../../nights.ts'
import { routeService } from '../../route-service.ts'
import { webContext, type Stored } from '../../web-context.ts'

const nights = inTurn('2026-11-20', 30).map(night =>
  night.night.toString() === '2026-12-03' ? assignment('2026-12-03', 'a', { id: 7n }) : night,
)

const planned: Stored = { nights, grant: 'connected', calendar: 'Family' }

/** Serves the page; its tests change nothing, so they share a household. */
async function open(
  t: Test,
  session: Session | null,
  context: WebContext,
  { names = parents, anybodyMayEnter = true } = {},
) {
  const service = await routeService(t, session, [], 'en', { parents: names })
  await service.register(home, { ...context, anybodyMayEnter })
  return async (url: string, cookie = '') => service.inject({ url, headers: { cookie } })
}

const malformed = [
  'month=2026-13',
  'month=abc',
  'month=',
  'month=0000-00',
  'month=0000-01',
  'month=9999-12',
  'month=2026-02-30',
  'month=2026-1',
  'month=2021-10',
  'month=2031-12',
  'month=2026-11&month=2026-12',
  'night=0',
  'night=-1',
  'night=abc',
  'night=',
  'night=1.0',
  'night=1e3',
  'night=0x10',
  'night=%207',
  'night=7&night=7',
  'night=9223372036854775808',
  'night=7&swap=abc',
  'since=abc',
  'since=-1',
  'since=1234567890123456789',
]

t.test('the home page', async t => {
  const household = await webContext(t, planned)

  await t.test('signed out it shows one button and no household data', async t => {
    const get = await open(t, null, household)
    for (const url of ['/', '/?night=7', '/?month=2026-11', '/?night=8']) {
      const { statusCode, body } = await get(url)
      t.equal(statusCode, 200, url)
      t.equal(body.match(/class="button"/g)?.length, 1)
      t.match(body, '<a class="button" href="/auth">')
      t.notMatch(body, /Alex|Robin|Family|month-title|alex@/)
      t.match(body, /<div class="calendar" aria-hidden="true">\s*<table class="month">/)
    }
  })

  await t.test('only a sign-in that asks for the calendar announces its two boxes', async t => {
    const boxes = 'Google will ask for two permissions. Tick both boxes.'
    const { body: known } = await (await open(t, null, household))('/')
    t.notMatch(known, boxes, 'a household with a calendar')
    const unconnected = await webContext(t, {})
    t.match((await (await open(t, null, unconnected))('/')).body, boxes)
    const closed = await open(t, null, unconnected, { anybodyMayEnter: false })
    t.notMatch((await closed('/')).body, boxes)
    const { provider } = unconnected
    const own = { ...unconnected, provider: { ...provider, grants: null } }
    t.notMatch((await (await open(t, null, own))('/')).body, boxes, 'no boxes there')
  })

  await t.test('an empty allow list shows a message without the button', async t => {
    const get = await open(t, null, household, { anybodyMayEnter: false })
    const { body } = await get('/')
    t.match(body, 'No one can sign in yet')
    t.notMatch(body, 'href="/auth"')
  })

  await t.test(
    'signed in it shows tonight first, the month, how things stand, and Sync',
    async t => {
      const get = await open(t, alex, household)
      const { statusCode, headers, body } = await get('/')
      t.equal(statusCode, 200)
      t.match(headers['content-type'], 'text/html')
      t.match(body, '<h2 id="month-title">The next five weeks</h2>')
      t.ok(body.indexOf('Tonight, Friday 20 November') < body.indexOf('<table'))
      t.match(body, 'You have done fewer nights: 14 to Robin’s 16.')
      t.match(body, 'Signed in as alex@example.com')
      t.match(body, '<form method="post" action="/sync">')
      t.match(body, '/?month=2026-11" id="previous-month"')
      t.match(body, '/?month=2026-12" id="next-month"')
    },
  )

  await t.test(
    'a night opens under its month, and the month stays the one of the page',
    async t => {
      const get = await open(t, alex, household)
      t.match((await get('/?night=7')).body, '<h2 id="month-title">The next five weeks</h2>')
      const { body } = await get('/?month=2026-11&night=7')
      t.match(body, '<h2 id="month-title">November 2026</h2>')
      t.match(body, 'Thursday 3 December: You</h2>')
    },
  )

  await t.test('malformed input gets a 400 page and is not reflected', async t => {
    const get = await open(t, alex, household)
    for (const query of malformed) {
      const { statusCode, body } = await get(`/?${query}`)
      t.equal(statusCode, 400, query)
      t.match(body, '<h1>Error</h1><p>')
    }
  })

  await t.test('programs learn which field is malformed', async t => {
    const service = await routeService(t, alex)
    await service.register(home, household)
    for (const field of ['month', 'night', 'swap']) {
      const url = `/?${new URLSearchParams({ night: '7', [field]: 'x' }).toString()}`
      const { body } = await service.inject({ url, headers: { accept: 'application/json' } })
      t.equal(JSON.parse(body).field, field)
    }
  })

  await t.test('an unknown night gets a 404 page', async t => {
    const get = await open(t, alex, household)
    for (const id of ['8', '9223372036854775807']) {
      const { statusCode, body } = await get(`/?night=${id}`)
      t.equal(statusCode, 404, id)
      t.match(body, '<p>There is no such night.</p>')
    }
  })

  await t.test(
    'the months at the edge of the five years are shown, without a way beyond',
    async t => {
      const get = await open(t, alex, household)
      const last = await get('/?month=2031-11')
      t.equal(last.statusCode, 200)
      t.notMatch(last.body, '/?month=2031-12')
      t.equal((await get('/?month=2021-11')).statusCode, 200)
    },
  )

  await t.test('an unknown query is not reflected', async t => {
    const get = await open(t, alex, household)
    const { statusCode, body } = await get('/?error=%3Cscript%3Ealert(1)%3C/script%3E&__proto__=1')
    t.equal(statusCode, 200)
    t.notMatch(body, /<script>|alert\(1\)/)
  })

  await t.test('names are escaped', async t => {
    const names = ['<img src=x onerror=1>', '{{constructor}}', '\u202Eeve', '🌙'.repeat(80)]
    for (const name of names) {
      const named = { ...parents, a: { ...parents.a, name } }
      const stored = {
        ...planned,
        nights: [assignment('2026-12-03', 'a', { id: 7n }), sitter('2026-11-19', name)],
      }
      const get = await open(t, alex, await webContext(t, stored), { names: named })
      const { statusCode, body } = await get('/?night=7')
      t.equal(statusCode, 200)
      t.notMatch(body, /<img|onerror=1>/)
      t.match(body, /<bdi>/)
    }
  })

  await t.test(
    'a broken grant shows the banner with the way out, and the month stays readable',
    async t => {
      const broken = await webContext(t, { ...planned, grant: 'broken' })
      const get = await open(t, alex, broken)
      const { body } = await get('/')
      t.match(body, '<a class="button" href="/auth?intent=reconnect">Reconnect Google</a>')
      t.match(body, '<h2 id="month-title">The next five weeks</h2>')
    },
  )

  await t.test('a message stays, by its code; other cookies of that name say nothing', async t => {
    const get = await open(t, alex, household)
    const left = await get('/', 'notice=busy')
    t.match(left.body, 'Someone else was changing the plan')
    t.match(left.headers['set-cookie'], 'notice=busy~;')
    t.notMatch((await get('/', 'notice=busy~')).body, 'Someone else was', 'on one page')
    t.notOk(left.headers['offline-copy'], 'a message is no part of the plan')
    const planted = await get('/', 'notice=Call%20this%20number')
    t.notMatch(planted.body, /class="toast|Call this/)
  })

  await t.test('a full month with a night open stays light', async t => {
    const full = inTurn('2026-10-26', 42)
    const get = await open(t, alex, await webContext(t, { ...planned, nights: full }))
    const { body } = await get('/?night=20261125')
    t.ok(Buffer.byteLength(body) <= 40_000, `${Buffer.byteLength(body)} bytes`)
  })

  await t.test('says what to do when nothing is planned yet', async t => {
    const service = await routeService(t, alex)
    await service.register(home, await webContext(t, { grant: 'connected' }))
    const { body } = await service.inject('/')
    t.match(body, 'Nothing planned yet')
    t.match(body, '<a class="button" href="/calendars">Set up your nights</a>')
  })
})
