import { createShareLink } from '@night-routine/database/people'
import t from 'tap'
import share from '../../../src/nights/share/share-route.ts'
import { newToken, tokenHash } from '../../../src/plugins/session.ts'
import { now } from '../../demo-household.ts'
import { assignment, inTurn, sitter } from '../../nights.ts'
import { routeService } from '../../route-service.ts'
import { webContext } from '../../web-context.ts'

t.test('the shared page has tonight, the next nights and the coming weeks, read-only', async t => {
  const token = newToken()
  const away = assignment('2026-11-28', 'a')
  const nights = [
    ...inTurn('2026-11-01', 27),
    { ...away, explanation: away.explanation && { ...away.explanation, away: ['b' as const] } },
    sitter('2026-11-29', 'Maria'),
    assignment('2026-11-30', null),
  ]
  const service = await routeService(t, null)
  const context = await webContext(t, { nights })
  await createShareLink(context.db, { tokenHash: tokenHash(token), createdBy: 'alex', now })
  await service.register(share, context)
  const get = (query = '', headers = {}) =>
    service.inject({ url: `/share/${token}${query}`, headers })
  const { statusCode, headers, body } = await get()
  t.equal(statusCode, 200)
  t.match(headers, { 'x-robots-tag': 'noindex, nofollow', 'referrer-policy': 'same-origin' })
  t.match(body, '<meta name="robots" content="noindex">')
  t.match(body, '<title>Robin’s turn tonight · Night Routine</title>')
  t.match(body, /<span>Saturday 21 November<\/span> <span class="chip is-a"><bdi>Alex/)
  t.match(body, /Tonight, Friday 20[^]*Saturday 21 November[^]*<table class="month"[^]*Maria/)
  t.equal(body.match(/<td[ >]/g)?.length, 42)
  t.notMatch(body, /<form|<button|<input|night(=|&#x3D;)|#night/, 'no actions')
  t.notMatch(body, /unavailable|icon-away"><\/use>|has done|@example/, 'no reasons')
  const links = [...body.matchAll(/<a [^>]*href="([^"]*)"/g)].map(([, href]) => href)
  t.same(links, ['#main', '/', '?month=2026-11', '?month=2026-12', '#after-month', '/help'])
  const january = (await get('?month=2027-01')).body
  t.match(january, '<h2 id="month-title">January 2027</h2>')
  t.match(january, '<a class="today" href="?">')
  for (const month of ['x', '2026-13', '1900-01', ''])
    t.equal((await get(`?month=${month}`)).statusCode, 400, month)
  const french = await get('', { 'accept-language': 'fr-CA, en;q=0.5' })
  t.match(french.body, 'Cette page est en lecture seule.')
})
