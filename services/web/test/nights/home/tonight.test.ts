import { transaction } from '@night-routine/database/connection'
import { saveNightNote } from '@night-routine/database/nights'
import { createShareLink, revokeShareLink } from '@night-routine/database/people'
import t from 'tap'
import sharedTonight from '../../../src/nights/home/shared-tonight-route.ts'
import tonight from '../../../src/nights/home/tonight-route.ts'
import { newToken, tokenHash } from '../../../src/plugins/session.ts'
import { alex, now } from '../../demo-household.ts'
import { assignment, day, sitter } from '../../nights.ts'
import { routeService } from '../../route-service.ts'
import { webContext } from '../../web-context.ts'

const token = newToken()
const nights = [assignment('2026-11-20', 'a'), sitter('2026-11-21', 'Maria')]

t.test('tonight as JSON: by session with the reason, by share link without it', async t => {
  const service = await routeService(t, alex)
  const context = await webContext(t, { nights })
  const { db } = context
  await createShareLink(db, { tokenHash: tokenHash(token), createdBy: 'alex', now })
  await transaction(db, trx =>
    saveNightNote(trx, day('2026-11-20'), { note: 'bath', shared: false }),
  )
  await service.register(tonight, context)
  await service.register(sharedTonight, context)

  const mine = await service.inject('/api/tonight')
  t.equal(mine.statusCode, 200)
  t.match(mine.headers, { 'content-type': /^application\/json/, 'cache-control': 'no-store' })
  const answer: Record<string, unknown> = mine.json()
  t.type(answer['reason'], 'string')
  t.match(answer, {
    date: '2026-11-20',
    name: 'Alex',
    note: 'bath',
    next_change: { name: 'Maria' },
  })

  const shared = await service.inject(`/share/${token}/tonight.json`)
  t.equal(shared.statusCode, 200)
  t.match(shared.headers, { 'x-robots-tag': 'noindex, nofollow', 'cache-control': /no-cache/ })
  t.match(shared.json(), { date: '2026-11-20', name: 'Alex', reason: null, note: null })

  const stranger = await routeService(t, null)
  await stranger.register(tonight, context)
  const bearing = async (authorization: string) =>
    stranger.inject({ url: '/api/tonight', headers: { authorization } })
  t.same((await bearing(`Bearer ${token}`)).json(), shared.json(), 'the link as a bearer token')
  for (const wrong of ['', 'Bearer', `Bearer ${newToken()}`, `Basic ${token}`, token])
    t.equal((await bearing(wrong)).statusCode, 401, wrong)

  await revokeShareLink(db, 1n, now)
  t.equal((await service.inject(`/share/${token}/tonight.json`)).statusCode, 404)
  t.equal((await bearing(`Bearer ${token}`)).statusCode, 401)
})
