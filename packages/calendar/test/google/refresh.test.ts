import t from 'tap'
import { emulatorFor, grantOf, signInAt } from '../emulator.ts'
import { failure } from '../failure.ts'

const email = 'alex@example.com'

t.test('returns a rotated refresh token', async t => {
  const emulator = await emulatorFor(t)
  const { refreshToken } = await grantOf(emulator, email)
  await emulator.control.rotateRefreshTokens()
  const refreshed = await signInAt(emulator).refresh(refreshToken ?? '')
  t.ok(refreshed.refreshToken)
  t.not(refreshed.refreshToken, refreshToken)
})

t.test('refreshes without the signing keys', async t => {
  const emulator = await emulatorFor(t)
  const { refreshToken } = await grantOf(emulator, email)
  await emulator.control.drop({ path: '^/certs$', when: 'before' })
  t.ok(await signInAt(emulator).refresh(refreshToken ?? ''))
})

t.test('a revoked grant asks for a reconnect; other failures can be retried', async t => {
  const emulator = await emulatorFor(t)
  const signIn = signInAt(emulator)
  const token = (await grantOf(emulator, email)).refreshToken ?? ''
  const { control } = emulator

  await control.fail({ path: '^/token$', status: 500, count: 1 })
  t.match(await failure(signIn.refresh(token)), { class: 'retry', reason: 'unavailable' })
  await control.drop({ path: '^/token$', when: 'after', count: 1 })
  t.match(await failure(signIn.refresh(token)), { class: 'retry', reason: 'unavailable' })
  await control.fail({ path: '^/token$', status: 429, retryAfterSeconds: 7, count: 1 })
  t.match(await failure(signIn.refresh(token)), { reason: 'rate-limited', retryAfterSeconds: 7 })
  t.ok(await signIn.refresh(token), 'the grant still works')

  await control.revokeGrants(email)
  t.match(await failure(signIn.refresh(token)), {
    class: 'reconnect',
    reason: 'unauthorized',
    message: /invalid_grant/,
  })
  t.match(await failure(signIn.refresh('never was one')), { reason: 'unauthorized' })
})

t.test('revokes a grant and does not throw when that fails', async t => {
  const emulator = await emulatorFor(t)
  const signIn = signInAt(emulator)
  const { refreshToken } = await grantOf(emulator, email)
  t.equal(await signIn.revoke(refreshToken ?? ''), true)
  t.match(await failure(signIn.refresh(refreshToken ?? '')), { reason: 'unauthorized' })
  t.equal(await signIn.revoke(refreshToken ?? ''), false)
  await emulator.control.drop({ path: '^/revoke$', when: 'before', count: 1 })
  t.equal(await signIn.revoke('any'), false)
})
