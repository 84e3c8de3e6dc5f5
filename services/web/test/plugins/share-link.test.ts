import { createShareLink, readShareLinks } from '@night-routine/database/people'
import t from 'tap'
import { newToken, tokenHash } from '../../src/plugins/session.ts'
import { openByShareLink } from '../../src/plugins/share-link.ts'
import { now } from '../demo-household.ts'
import { routeService } from '../route-service.ts'
import { webContext } from '../web-context.ts'

t.test('admits requests with the link, once an hour recorded; others cost no query', async t => {
  const token = newToken()
  const service = await routeService(t, null)
  const context = await webContext(t)
  const { db } = context
  let time = now
  const clock = { now: () => time }
  await createShareLink(db, { tokenHash: tokenHash(token), createdBy: 'alex@example.com', now })
  await service.register(async inside => {
    openByShareLink(inside, { ...context, clock })
    inside.get('/by-link/:link', async () => 'inside')
  })
  const get = (text: string) => service.inject(`/by-link/${text}`)
  const lastUsed = async () => String((await readShareLinks(db))[0]?.lastUsedAt)
  const unknown = await get(newToken())
  t.equal(unknown.statusCode, 404)
  t.match(unknown.body, 'There is nothing at this address.')
  t.equal(await lastUsed(), 'null')
  for (const [minutes, used] of [
    [0, now],
    [59, now],
    [1, now.add({ hours: 1 })],
  ] as const) {
    time = time.add({ minutes })
    const { statusCode, body, headers } = await get(token)
    t.same([statusCode, body], [200, 'inside'])
    t.equal(headers['referrer-policy'], 'same-origin')
    t.equal(await lastUsed(), used.toString())
  }
  // From now on a query would fail.
  await db.destroy()
  for (const text of ['x', token.slice(1), `${token}x`, `${token.slice(1)}%20`])
    t.equal((await get(text)).statusCode, 404, text)
  t.equal((await get(newToken())).statusCode, 500)
})
