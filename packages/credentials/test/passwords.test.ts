import t from 'tap'
import { hashPassword, isPassword } from '../src/passwords.ts'

const cheap = { memory: 8, passes: 1, parallelism: 1 }

t.test('hashes with argon2id at the cost that OWASP recommends', async t => {
  const stored = await hashPassword('moonlight')
  t.match(stored, /^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/)
  t.not(await hashPassword('moonlight'), stored, 'each with its own salt')
  t.equal(await isPassword('moonlight', stored), true)
  t.equal(await isPassword('moonlighs', stored), false)
})

t.test('keeps the cost of a hash with it', async t => {
  const stored = await hashPassword('moonlight', { memory: 128, passes: 12, parallelism: 10 })
  t.match(stored, /^\$argon2id\$v=19\$m=128,t=12,p=10\$/)
  t.equal(await isPassword('moonlight', stored), true)
  t.equal(await isPassword('moonlight', stored.replace('t=12', 't=11')), false)
  t.equal(await isPassword('moonlight', stored.replace('m=128', 'm=127')), false)
  t.equal(await isPassword('moonlight', stored.replace('p=10', 'p=11')), false)
})

t.test('accented letters are the same however a keyboard composes them', async t => {
  const stored = await hashPassword('été sans fin', cheap)
  t.equal(await isPassword('e\u0301te\u0301 sans ﬁn', stored), true)
  t.equal(await isPassword('ete sans fin', stored), false)
})

t.test('without an account no password is right', async t => {
  for (const password of ['', 'moonlight']) t.equal(await isPassword(password, undefined), false)
})

t.test('what is no hash is a fault of ours', async t => {
  const stored = await hashPassword('moonlight', cheap)
  for (const wrong of ['', 'moonlight', ` ${stored}`, `${stored} `, stored.replace('19', '16')])
    await t.rejects(isPassword('moonlight', wrong), {
      message: 'This is not a hash of a password.',
    })
})
