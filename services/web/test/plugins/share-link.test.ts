import { createShareLink, readShareLinks, touchShareLink } from '@night-routine/database/people'
import t, { type Test } from 'tap'
import { newToken, tokenHash } from '../../src/plugins/session.ts'
import { openByShareLink } from '../../src/plugins/share-link.ts'
import { now } from '../demo-household.ts'
import { routeService } from '../route-service.ts'
import { webContext } from '../web-context.ts'

const token = newToken()

async function open(t: Test, lastUsedAt: Temporal.Instant | null = null) {
  const service = await routeService(t, null)
  const context = await webContext(t)
  const { db } = context
  await createShareLink(db, { tokenHash: tokenHash(token), createdBy: 'alex@example.com', now })
  const lastUsed = async () => String((await readShareLinks(db))[0]?.lastUsedAt)
  const [link] = await readShareLinks(db)
  if (lastUsedAt && link) await touchShareLink(db, link.id, lastUsedAt)
  await service.register(async inside => {
    openByShareLink(inside, context)
    inside.get('/by-link/:link', async () => 'inside')
  })
  return { get: (text: string) => service.inject(`/by-link/${text}`), db, lastUsed }
}

t.test('admits requests with the link, and keeps it private', async t => {
  const { get } = await open(t)
  const { statusCode, body, headers } = await get(token)
  t.equal(statusCode, 200)
  t.equal(body, 'inside')
  t.match(headers, {
    'cache-control': 'private, no-cache',
    'referrer-policy': 'same-origin',
    'x-robots-tag': 'noindex, nofollow',
  })
})

t.test('all others get 404, and an invalid link costs no query', async t => {
  const { get, db } = await open(t)
  const unknown = await get(newToken())
  t.equal(unknown.statusCode, 404)
  t.match(unknown.body, 'There is nothing at this address.')
  t.equal(unknown.headers['referrer-policy'], 'same-origin')
  // From now on a query would fail.
  await db.destroy()
  for (const text of ['x', token.slice(1), `${token}x`, `${token}=`, `${token.slice(1)}%20`])
    t.equal((await get(text)).statusCode, 404, text)
  t.equal((await get(newToken())).statusCode, 500)
})

t.test('records its use once an hour', async t => {
  const never = await open(t)
  await never.get(newToken())
  t.equal(await never.lastUsed(), 'null')
  await never.get(token)
  t.equal(await never.lastUsed(), now.toString())
  const lately = now.subtract({ minutes: 59 })
  const again = await open(t, lately)
  await again.get(token)
  t.equal(await again.lastUsed(), lately.toString())
})
