import t from 'tap'
import { createSalt, deriveKey, keyHash, UnsupportedEncryption } from '../src/index.ts'

// Published vectors: password, salt, the hash of version 0, the hash of versions 2 and 3.
const vectors = [
  [
    'correct horse battery',
    'vault-salt-1',
    '70e71fbaf4e6016807c7d24edd32dce10c0c1f7491ccea42a848f7d078990490',
    '60aa76a8ebdc3bd3fff0670081c08bc8056407f765a1c7b0918cc7077639a398',
  ],
  [
    'managed-pass',
    'abcd',
    'cd43cefed2af58014f04cc64e2ba7f6e5f6b4502ad29dc0d09fcc4c34f728c34',
    '97c67ff68954f898b30f2354082e40026b04227b99a17955341c4d1013a5411b',
  ],
  [
    'moonlight',
    '000102030405060708090a0b0c0d0e0f',
    'eda474f91104c5345e037255fabde12bd3524de4380d3eadbbf9953eabc7d4e7',
    '0ae47c7525605d732e7eb8cfcca7835177b69e0e4bf3de2791728c98cd608fa1',
  ],
  [
    'über①',
    '000102030405060708090a0b0c0d0e0f',
    '4e84e35703c57a1f3c1f1e1f93f81f38d9009868bcb2a158ea1c5946844ebeb6',
    '6450f92bbca8a9b26064e497fc846c8a0437dfef9b6c14c647f2c560dec86c46',
  ],
] as const

for (const [password, salt, oldest, newer] of vectors)
  t.test(`key hashes of ${password}`, async t => {
    const key = await deriveKey(password, salt)
    t.equal(key.length, 32)
    t.equal(await keyHash(key, salt, 0), oldest)
    t.equal(await keyHash(key, salt, 2), newer)
    t.equal(await keyHash(key, salt, 3), newer)
  })

t.test('normalizes the letters of a password', async t => {
  const salt = '000102030405060708090a0b0c0d0e0f'
  t.same(await deriveKey('u\u0308ber1', salt), await deriveKey('\u00FCber\u2460', salt))
})

t.test('refuses unknown encryption versions', async t => {
  const key = await deriveKey('moonlight', 'abcd')
  for (const version of [-1, 1, 4, 2.5, Number.NaN])
    await t.rejects(keyHash(key, 'abcd', version), UnsupportedEncryption)
})

t.test('a new salt is 16 random bytes', async t => {
  const salts = new Set(Array.from({ length: 100 }, createSalt))
  t.equal(salts.size, 100)
  for (const salt of salts) t.match(salt, /^[0-9a-f]{32}$/)
})
