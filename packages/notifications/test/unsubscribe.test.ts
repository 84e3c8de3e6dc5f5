import { parseSecretKeys } from '@night-routine/database'
import t from 'tap'
import { readUnsubscribeToken, unsubscribePath } from '../src/unsubscribe.ts'

const [first, second] = ['ab'.repeat(32), 'cd'.repeat(32)]
const keys = parseSecretKeys([first])

function tokenOf(channel: 'push' | 'email', sealing = keys): string {
  const path = unsubscribePath(sealing, { email: 'alex@example.com', channel })
  const url = new URL(path, 'https://routine.example.org')
  t.equal(url.pathname, '/unsubscribe')
  t.notMatch(path, /alex/)
  return url.searchParams.get('token') ?? ''
}

t.test('a token turns off one channel of one person', async t => {
  for (const channel of ['push', 'email'] as const)
    t.same(readUnsubscribeToken(keys, tokenOf(channel)), { email: 'alex@example.com', channel })
})

t.test('a token outlives the rotation of its key, but not the key', async t => {
  const token = tokenOf('email')
  t.match(readUnsubscribeToken(parseSecretKeys([second, first]), token), { channel: 'email' })
  t.equal(readUnsubscribeToken(parseSecretKeys([second]), token), undefined)
})

t.test('refuses tokens that we did not make', async t => {
  const token = tokenOf('push')
  for (const wrong of ['', 'x', `${token.slice(0, -4)}AAAA`, token.replace('.', '')])
    t.equal(readUnsubscribeToken(keys, wrong), undefined, wrong)
})
