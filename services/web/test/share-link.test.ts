import type { ShareLink } from '@night-routine/database'
import t, { type Test } from 'tap'
import { isStale, openByShareLink } from '../src/share-link.ts'
import { newToken, tokenHash } from '../src/session-token.ts'
import { clock, now } from './demo-household.ts'
import { routeService } from './route-service.ts'

const token = newToken()
const known: ShareLink = { id: 7n, createdBy: 'alex@example.com', createdAt: now, lastUsedAt: null }

async function open(t: Test, more: Partial<ShareLink> = {}) {
  const asked: string[] = []
  const touched: string[] = []
  const service = await routeService(t, null)
  await service.register(async inside => {
    openByShareLink(inside, {
      findShareLink: async hash => {
        asked.push(hash)
        return hash === tokenHash(token) ? { ...known, ...more } : undefined
      },
      touchShareLink: async (id, at) => void touched.push(`${id} at ${at.toString()}`),
      clock,
    })
    inside.get('/by-link/:link', async () => 'inside')
  })
  return { get: (text: string) => service.inject(`/by-link/${text}`), asked, touched }
}

t.test('admits requests with the link, and keeps it private', async t => {
  const { get, asked } = await open(t)
  const { statusCode, body, headers } = await get(token)
  t.equal(statusCode, 200)
  t.equal(body, 'inside')
  t.match(headers, {
    'cache-control': 'private, no-cache',
    'referrer-policy': 'no-referrer',
    'x-robots-tag': 'noindex, nofollow',
  })
  t.same(asked, [tokenHash(token)], 'queries only its digest')
})

t.test('all others get 404, and an invalid link costs no query', async t => {
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

t.test('records its use once an hour', async t => {
  const never = await open(t)
  await never.get(token)
  t.same(never.touched, [`7 at ${now.toString()}`])
  const lately = await open(t, { lastUsedAt: now.subtract({ minutes: 59 }) })
  await lately.get(token)
  t.same(lately.touched, [])
  const stranger = await open(t)
  await stranger.get(newToken())
  t.same(stranger.touched, [])
})

t.test('decides when to record a use', async t => {
  const table: [lastUsedAt: Temporal.Instant | null, stale: boolean][] = [
    [null, true],
    [now.subtract({ hours: 1 }), true],
    [now.subtract({ minutes: 59 }), false],
    [now.add({ hours: 3 }), false],
  ]
  for (const [lastUsedAt, stale] of table)
    t.equal(isStale({ lastUsedAt }, now), stale, String(lastUsedAt))
})
