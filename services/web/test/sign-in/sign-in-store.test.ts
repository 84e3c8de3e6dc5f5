import { randomUUID } from 'node:crypto'
import {
  checkSignIn,
  hashPassword,
  newOneTimeSecret,
  newRecoveryCodes,
  recoveryCodeHash,
  rememberNetwork,
  signInPlaces,
} from '@night-routine/accounts'
import {
  connect,
  createIdentity,
  parseSecretKeys,
  saveSecondFactor,
  transaction,
} from '@night-routine/database'
import { addressAs, testDatabase } from '@night-routine/testing/database'
import { Secret, TOTP } from 'otpauth'
import t, { type Test } from 'tap'
import { signInStore } from '../../src/sign-in/sign-in-store.ts'

const keys = parseSecretKeys(['11'.repeat(32)])
const email = 'alex@example.com'
const now = Temporal.Instant.from('2026-11-20T12:00:10Z')

/** An account whose person signs in, with the rights of web. */
async function account(t: Test) {
  const { url } = await testDatabase(t)
  const db = connect({ url: addressAs('web', url), applicationName: 'web' })
  t.teardown(() => db.destroy())
  const id = randomUUID()
  const passwordHash = await hashPassword('moonlight', { memory: 8, passes: 1, parallelism: 1 })
  await transaction(db, trx => createIdentity(trx, { id, email, passwordHash }, now))
  const places = signInPlaces(() => new Error('busy'))
  const hostWith = (given = keys) => ({
    store: signInStore(db, given),
    clock: { now: () => now },
    places,
  })
  const enter = async (password: string, code = '', given = keys) => {
    const from = '203.0.113.9'
    const checked = await checkSignIn(hostWith(given), { email, password, code, from })
    return checked.outcome
  }
  return { db, id, enter, host: hostWith() }
}

t.test('a password, and the network of who knows it', async t => {
  const { id, enter, host } = await account(t)
  t.equal(await enter('moonlight'), 'right')
  for (let attempt = 0; attempt < 5; attempt++) t.equal(await enter('wrong'), 'wrong')
  t.equal(await enter('moonlight'), 'wait')
  await rememberNetwork(host, { accountId: id, from: '203.0.113.9' })
  t.equal(await enter('moonlight'), 'right')
})

t.test('one-time codes and recovery codes work once', async t => {
  const { db, id, enter } = await account(t)
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
