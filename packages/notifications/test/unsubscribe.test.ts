import { parseSecretKeys, transaction } from '@night-routine/database/connection'
import {
  readNotificationSettings,
  saveNotificationSettings,
} from '@night-routine/database/notifications'
import { bindMember } from '@night-routine/database/people'
import { testDatabase } from '@night-routine/testing/database'
import t from 'tap'
import { readUnsubscribeToken, unsubscribe, unsubscribePath } from '../src/unsubscribe.ts'

const [first, second] = ['ab'.repeat(32), 'cd'.repeat(32)]
const keys = parseSecretKeys([first])

function tokenOf(channel: 'push' | 'email', sealing = keys): string {
  const path = unsubscribePath(sealing, { email: 'alex@example.com', channel })
  const url = new URL(path, 'https://routine.example.org')
  t.equal(url.pathname, '/unsubscribe')
  t.notMatch(path, /alex/)
  return url.searchParams.get('token') ?? ''
}

t.test('a token turns off one channel of one person, also after its key rotated', async t => {
  for (const channel of ['push', 'email'] as const)
    t.same(readUnsubscribeToken(keys, tokenOf(channel)), { email: 'alex@example.com', channel })
  const token = tokenOf('push')
  t.match(readUnsubscribeToken(parseSecretKeys([second, first]), token), { channel: 'push' })
  t.equal(readUnsubscribeToken(parseSecretKeys([second]), token), undefined)
  for (const wrong of ['', 'x', `${token.slice(0, -4)}AAAA`, token.replace('.', '')])
    t.equal(readUnsubscribeToken(keys, wrong), undefined, wrong)
})

t.test('one press turns the channel off, a second one changes nothing', async t => {
  const { db } = await testDatabase(t)
  const email = 'alex@example.com'
  const settings = { reminderAt: null, changes: true, channels: ['email', 'push'], quiet: null }
  await bindMember(db, email, 'subject-a')
  await transaction(db, trx => saveNotificationSettings(trx, email, settings))
  t.equal(await unsubscribe(db, keys, 'x'), undefined)
  t.match(await readNotificationSettings(db, email), settings)
  for (let press = 0; press < 2; press += 1)
    t.same(await unsubscribe(db, keys, tokenOf('email')), { email, channel: 'email' })
  t.match(await readNotificationSettings(db, email), { ...settings, channels: ['push'] })
})
