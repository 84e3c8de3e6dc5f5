import type { FeedToken } from '@night-routine/database'
import t, { type Test } from 'tap'
import { isStale, openBySecretLink } from '../src/secret-link.ts'
import { newToken, tokenHash } from '../src/session-token.ts'
import { clock, now } from './demo-household.ts'
import { routeService } from './route-service.ts'

const token = newToken()
const known: FeedToken = { id: 7n, createdBy: 'alex@example.com', createdAt: now, lastUsedAt: null }

async function open(t: Test, more: Partial<FeedToken> = {}) {
  const asked: string[] = []
  const touched: string[] = []
  const service = await routeService(t, null)
  await service.register(async inside => {
    openBySecretLink(inside, {
      findFeedToken: async hash => {
        asked.push(hash)
        return hash === tokenHash(token) ? { ...known, ...more } : undefined
      },
      touchFeedToken: async (id, at) => void touched.push(`${id} at ${at.toString()}`),
      clock,
    })
    inside.get('/by-link/:link', async () => 'inside')
  })
  return { get: (text: string) => service.inject(`/by-link/${text}`), asked, touched }
}

t.test('whoever has the link is let in, and the page is nobody else’s', async t => {
  const { get, asked } = await open(t)
  const { statusCode, body, headers } = await get(token)
  t.equal(statusCode, 200)
  t.equal(body, 'inside')
  t.match(headers, {
    'cache-control': 'private, no-cache',
    'referrer-policy': 'no-referrer',
    'x-robots-tag': 'noindex, nofollow',
  })
  t.same(asked, [tokenHash(token)], 'only its digest is looked for')
})

t.test('to everybody else there is nothing, and what cannot be a link costs no query', async t => {
  const { get, asked } = await open(t)
  const unknown = await get(newToken())
  t.equal(unknown.statusCode, 404)
  t.match(unknown.body, 'There is nothing at this address.')
  t.equal(unknown.headers['referrer-policy'], 'no-referrer')
  t.equal(asked.length, 1)
  for (const text of ['x', token.slice(1), `${token}x`, `${token}=`, `${token.slice(1)}%20`])
    t.equal((await get(text)).statusCode, 404, text)
  t.equal(asked.length, 1)
})

t.test('its use is noted once an hour', async t => {
  const never = await open(t)
  await never.get(token)
  t.same(never.touched, [`7 at ${now.toString()}`])
  const lately = await open(t, { lastUsedAt: now.subtract({ minutes: 59 }) })
  await lately.get(token)
  t.same(lately.touched, [])
  const nobody = await open(t)
  await nobody.get(newToken())
  t.same(nobody.touched, [])
})

t.test('when a use is worth noting', async t => {
  const table: [lastUsedAt: Temporal.Instant | null, stale: boolean][] = [
    [null, true],
    [now.subtract({ hours: 1 }), true],
    [now.subtract({ minutes: 59 }), false],
    [now.add({ hours: 3 }), false],
  ]
  for (const [lastUsedAt, stale] of table)
    t.equal(isStale({ lastUsedAt }, now), stale, String(lastUsedAt))
})
