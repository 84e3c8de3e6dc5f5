import type { Session } from '@night-routine/database/people'
import t, { type Test } from 'tap'
import type { WebContext } from '../../../src/plugins/context.ts'
import home from '../../../src/nights/home/home-route.ts'
import { alex, parents } from '../../demo-household.ts'
import { assignment, inTurn, sitter } from '../../nights.ts'
import { routeService } from '../../route-service.ts'
import { webContext } from '../../web-context.ts'

const name = '<img src=x onerror=1>{{constructor}}\u202E'
const nights = inTurn('2026-10-27', 41).map(night => {
  const date = night.night.toString()
  if (date === '2026-12-03') return assignment(date, 'a', { id: 7n })
  return date === '2026-11-19' ? sitter(date, name) : night
})
const family = { grant: 'connected', calendar: 'Family' } as const

async function open(
  t: Test,
  session: Session | null,
  context: WebContext,
  { names = parents, anybodyMayEnter = true } = {},
) {
  const service = await routeService(t, session, [], 'en', { parents: names })
  await service.register(home, { ...context, anybodyMayEnter })
  return (url: string, headers = {}) => service.inject({ url, headers })
}

t.test('the home page', async t => {
  const household = await webContext(t, { nights, ...family })

  await t.test('signed out it shows one button and no household data', async t => {
    const get = await open(t, null, household)
    for (const url of ['/', '/?night=7', '/?month=2026-11']) {
      const { statusCode, body } = await get(url)
      t.equal(statusCode, 200, url)
      t.equal(body.match(/class="button"/g)?.length, 1)
      t.match(body, '<a class="button" href="/auth">')
      t.notMatch(body, /Alex|Robin|Family|month-title|alex@/)
      t.match(body, /<div class="calendar" aria-hidden="true">\s*<table class="month">/)
    }
    const { body } = await (await open(t, null, household, { anybodyMayEnter: false }))('/')
    t.match(body, 'No one can sign in yet')
    t.notMatch(body, 'href="/auth"')
  })

  await t.test('only a sign-in that asks for the calendar announces its two boxes', async t => {
    const boxes = 'Google will ask for two permissions. Tick both boxes.'
    t.notMatch((await (await open(t, null, household))('/')).body, boxes, 'it has a calendar')
    const unconnected = await webContext(t, {})
    t.match((await (await open(t, null, unconnected))('/')).body, boxes)
    const own = { ...unconnected, provider: { ...unconnected.provider, grants: null } }
    t.notMatch((await (await open(t, null, own))('/')).body, boxes, 'no boxes there')
  })

  await t.test('signed in it shows tonight first, the month, how things stand', async t => {
    const names = { ...parents, a: { ...parents.a, name } }
    const get = await open(t, alex, household, { names })
    const { body } = await get('/')
    t.match(body, '<h2 id="month-title">The next five weeks</h2>')
    t.ok(body.indexOf('Tonight, Friday 20 November') < body.indexOf('<table'))
    t.match(body, 'You have done fewer nights in all: 14 to Robin’s 16.')
    t.match(body, 'Signed in as alex@example.com')
    t.match(body, '<form method="post" action="/sync">')
    t.match(body, '/?month=2026-11" id="previous-month"')
    const night = (await get('/?month=2026-11&night=7')).body
    t.match(night, '<h2 id="month-title">November 2026</h2>', 'the month stays')
    t.match(night, 'Thursday 3 December: You</h2>')
    t.notMatch(body + night, /<img|onerror=1>/, 'names are escaped')
    t.match(body, /<bdi>/)
    const full = (await get('/?night=20261125')).body
    t.ok(Buffer.byteLength(full) <= 40_000, `${Buffer.byteLength(full)} bytes`)
    const odd = await get('/?error=%3Cscript%3Ealert(1)%3C/script%3E&__proto__=1')
    t.equal(odd.statusCode, 200)
    t.notMatch(odd.body, /<script>|alert\(1\)/)
    const last = await get('/?month=2031-11')
    t.equal(last.statusCode, 200)
    t.notMatch(last.body, '/?month=2031-12', 'the edge of the five years')
  })

  await t.test('malformed input gets a 400 page and is not reflected', async t => {
    const get = await open(t, alex, household)
    for (const query of [
      'month=2026-13',
      'month=',
      'month=2026-02-30',
      'month=2031-12',
      'month=2026-11&month=2026-12',
      'night=0',
      'night=%207',
      'night=7&night=7',
      'night=9223372036854775808',
      'night=7&swap=abc',
      'since=-1',
      'since=1234567890123456789',
    ]) {
      const { statusCode, body } = await get(`/?${query}`)
      t.equal(statusCode, 400, query)
      t.match(body, '<h1>Error</h1><p>')
    }
    for (const field of ['month', 'night', 'swap']) {
      const query = new URLSearchParams({ night: '7', [field]: 'x' }).toString()
      const { body } = await get(`/?${query}`, { accept: 'application/json' })
      t.equal(JSON.parse(body).field, field)
    }
    const unknown = await get('/?night=8')
    t.equal(unknown.statusCode, 404)
    t.match(unknown.body, '<p>There is no such night.</p>')
  })

  await t.test('a message stays, by its code; other cookies of that name say nothing', async t => {
    const get = await open(t, alex, household)
    const left = await get('/', { cookie: 'notice=busy' })
    t.match(left.body, 'Someone else was changing the plan')
    t.match(left.headers['set-cookie'], 'notice=busy~;')
    t.notOk(left.headers['offline-copy'], 'a message is no part of the plan')
    const again = await get('/', { cookie: 'notice=busy~' })
    t.notMatch(again.body, 'Someone else was', 'on one page')
    const planted = await get('/', { cookie: 'notice=Call%20this%20number' })
    t.notMatch(planted.body, /class="toast|Call this/)
  })

  await t.test('says what to do with a broken grant, and when nothing is planned yet', async t => {
    const broken = await webContext(t, { nights, ...family, grant: 'broken' })
    const { body } = await (await open(t, alex, broken))('/')
    t.match(body, '<a class="button" href="/auth?intent=reconnect">Reconnect Google</a>')
    t.match(body, '<h2 id="month-title">The next five weeks</h2>')
    const empty = await open(t, alex, await webContext(t, { grant: 'connected' }))
    const nothing = (await empty('/')).body
    t.match(nothing, 'Nothing planned yet')
    t.match(nothing, '<a class="button" href="/calendars">Set up your nights</a>')
  })
})
