import { parseSecretKeys } from '@night-routine/database/connection'
import { saveTotpSecret, findAccount } from '@night-routine/database/vault'
import { Secret } from 'otpauth'
import t, { type Test } from 'tap'
import { alex, secretKey, startVault, type Answer } from '../../running-vault.ts'

async function behindProxy(t: Test) {
  const vault = await startVault(t, { settings: { TRUSTED_PROXIES: '127.0.0.1' } })
  const enter = async (from: string, password: string, mfa = '') => {
    const answer = await fetch(`${vault.url}/user/signin`, {
      method: 'POST',
      headers: { 'x-forwarded-for': from },
      body: JSON.stringify({ email: alex.email, password, mfa }),
    })
    const { code = 'in' } = (await answer.json()) as Answer
    return code
  }
  return { ...vault, enter }
}

t.test('failed sign-ins lock no account for other networks', async t => {
  const { enter } = await behindProxy(t)
  t.equal(await enter('203.0.113.9', alex.password), 'in')
  for (const network of ['203.0.113.9', '2001:db8:0:1::a']) {
    for (let attempt = 0; attempt < 5; attempt++) await enter(network, 'wrong')
    t.equal(await enter(network, alex.password), 'RATE_LIMITED', 'also one that is known')
  }
  t.equal(await enter('2001:db8:0:1::b', alex.password), 'RATE_LIMITED', 'the same network')
  t.equal(await enter('198.51.100.4', alex.password), 'in')
  t.equal(await enter('2001:db8::1', alex.password), 'in')
})

t.test('limits guesses of codes, from whatever networks', async t => {
  const { enter, db } = await behindProxy(t)
  const account = await findAccount(db, parseSecretKeys([secretKey]), alex.email)
  const secret = new Secret({ size: 20 }).base32
  await saveTotpSecret(db, parseSecretKeys([secretKey]), account?.id ?? '', secret)
  for (let guess = 0; guess < 5; guess++) {
    t.equal(await enter(`198.51.100.${guess}`, alex.password, '000000'), 'MFA_INVALID')
  }
  t.equal(await enter('198.51.100.77', alex.password, '000000'), 'RATE_LIMITED')
})
