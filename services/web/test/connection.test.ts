import { TokenUnreadableError, type StoredToken } from '@night-routine/database'
import t from 'tap'
import { connectionFrom } from '../src/connection.ts'
import { now } from './demo-household.ts'

const token: StoredToken = {
  accessToken: 'access',
  refreshToken: 'refresh',
  tokenType: 'Bearer',
  expiry: now,
  scope: [],
  accountEmail: 'alex@example.com',
  accountSubject: '1',
  broken: null,
}

const judge = (stored: StoredToken | undefined) => connectionFrom(async () => stored)

t.test('a grant is live, broken or absent', async t => {
  t.same(await judge(token), { state: 'connected', account: 'alex@example.com' })
  t.same(await judge(undefined), { state: 'absent' })
  const broken = { state: 'broken', account: 'alex@example.com' }
  t.same(await judge({ ...token, broken: { at: now, reason: 'revoked' } }), broken)
  t.same(await judge({ ...token, refreshToken: null }), broken, 'it ends within the hour')
})

const fail = (error: Error) =>
  connectionFrom(async () => {
    throw error
  })

t.test('an unreadable grant is broken; other failures are thrown', async t => {
  t.same(await fail(new TokenUnreadableError('no key')), { state: 'broken' })
  await t.rejects(fail(new Error('no database')), { message: 'no database' })
})
