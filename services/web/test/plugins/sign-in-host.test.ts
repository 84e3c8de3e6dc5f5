import { randomUUID } from 'node:crypto'
import {
  checkSignIn,
  hashPassword,
  newOneTimeSecret,
  newRecoveryCodes,
  recoveryCodeHash,
} from '@night-routine/credentials'
import { connect, parseSecretKeys, transaction } from '@night-routine/database/connection'
import { createCredentials, saveSecondFactor } from '@night-routine/database/credentials'
import { addressAs, testDatabase } from '@night-routine/testing/database'
import { Secret, TOTP } from 'otpauth'
import t from 'tap'
import { signInHost } from '../../src/plugins/sign-in-host.ts'

const keys = parseSecretKeys(['11'.repeat(32)])
const email = 'alex@example.com'
const now = Temporal.Instant.from('2026-11-20T12:00:10Z')

t.test('one-time codes and recovery codes work once, with the rights of web', async t => {
  const { url } = await testDatabase(t)
  const db = connect({ url: addressAs('web', url), applicationName: 'web' })
  t.teardown(() => db.destroy())
  const id = randomUUID()
  const passwordHash = await hashPassword('moonlight', { memory: 8, passes: 1, parallelism: 1 })
  await transaction(db, trx => createCredentials(trx, { id, email, passwordHash }, now))
  const enter = async (password: string, code = '', given = keys) => {
    const host = signInHost({ db, keys: given, clock: { now: () => now } })
    return (await checkSignIn(host, { email, password, code, from: '203.0.113.9' })).outcome
  }
  const { secret } = newOneTimeSecret('Night Routine', email)
  const [first = '', second = ''] = newRecoveryCodes()
  const codeHashes = [first, second].map(code => recoveryCodeHash(code) ?? '')
  await transaction(db, trx => saveSecondFactor(trx, keys, { id, secret, codeHashes }))
  const app = new TOTP({ secret: Secret.fromBase32(secret) })
  const code = app.generate({ timestamp: now.epochMilliseconds })
  t.equal(await enter('moonlight'), 'code-required')
  t.equal(await enter('moonlight', code), 'right')
  t.equal(await enter('moonlight', code), 'code-wrong')
  t.equal(await enter('moonlight', first), 'right')
  t.equal(await enter('moonlight', first), 'code-wrong')
  const others = parseSecretKeys(['22'.repeat(32)])
  t.equal(await enter('moonlight', '', others), 'factor-lost')
  t.equal(await enter('moonlight', second, others), 'right', 'needs no key')
})
