import { createShareLink } from '@night-routine/database/people'
import t, { type Test } from 'tap'
import share from '../../../src/nights/share/share-route.ts'
import { newToken, tokenHash } from '../../../src/plugins/session.ts'
import { now } from '../../demo-household.ts'
import { assignment, inTurn, sitter } from '../../nights.ts'
import { routeService } from '../../route-service.ts'
import { webContext } from '../../web-context.ts'

const token = newToken()
const away = assignment('2026-11-28', 'a')
const nights = [
  ...inTurn('2026-11-01', 27),
  { ...away, explanation: away.explanation && { ...away.explanation, away: ['b' as const] } },
  sitter('2026-11-29', 'Maria'),
  assignment('2026-11-30', null),
]

async function open(t: Test) {
  const service = await routeService(t, null)
  const context = await webContext(t, { nights })
  await createShareLink(context.db, { tokenHash: tokenHash(token), createdBy: 'alex', now })
  await service.register(share, context)
  return { get: (query = '') => service.inject(`/share/${token}${query}`), service }
}

/** The cells of a month. */
const cells = (body: string) => body.match(/<td[ >]/g)?.length

t.test('shows tonight first, then names in full, then the coming weeks, read-only', async t => {
  const { get } = await open(t)
  const { statusCode, headers, body } = await get()
  t.equal(statusCode, 200)
  t.match(headers, { 'x-robots-tag': 'noindex, nofollow', 'referrer-policy': 'same-origin' })
  t.match(body, '<meta name="robots" content="noindex">')
  t.match(body, '<h2 id="month-title">The next five weeks</h2>')
  t.match(body, '<title>Robin’s turn tonight · Night Routine</title>')
  t.match(body, '<bdi>Robin</bdi></h1>')
  t.match(body, /<span>Saturday 21 November<\/span> <span class="chip is-a"><bdi>Alex/)
  const order = ['Tonight, Friday 20', 'Saturday 21 November', '<table class="month"']
  const places = order.map(text => body.indexOf(text))
  t.ok(
    places.every((place, index) => place > (places[index - 1] ?? 0)),
    String(places),
  )
  t.match(body, 'Maria')
  t.equal(cells(body), 42)
})

t.test('has no actions and no reasons', async t => {
  const { get } = await open(t)
  const { body } = await get()
  t.notMatch(body, /<form|<button|<input/)
  t.notMatch(body, /night(=|&#x3D;)|#night/)
  t.notMatch(body, /unavailable|icon-away"><\/use>|has done|@example/)
  const links = [...body.matchAll(/<a [^>]*href="([^"]*)"/g)].map(([, href]) => href)
  t.same(links, ['#main', '/', '?month=2026-11', '?month=2026-12', '#after-month', '/help'])
})

t.test('other months are beside it, under the same link', async t => {
  const { get } = await open(t)
  const { body } = await get('?month=2027-01')
  t.match(body, '<h2 id="month-title">January 2027</h2>')
  t.match(body, '<a class="today" href="?">')
  t.match(body, 'href="?month=2026-12"')
  t.equal(cells(body), 35)
  for (const month of ['x', '2026-13', '1900-01', ''])
    t.equal((await get(`?month=${month}`)).statusCode, 400, month)
})

t.test('it speaks the language of the browser', async t => {
  const { service } = await open(t)
  const { body } = await service.inject({
    url: `/share/${token}`,
    headers: { 'accept-language': 'fr-CA, en;q=0.5' },
  })
  t.match(body, 'Cinq semaines à venir')
  t.match(body, 'Cette page est en lecture seule.')
})
