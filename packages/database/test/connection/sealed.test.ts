import { randomBytes } from 'node:crypto'
import { inspect } from 'node:util'
import { TokenUnreadableError, parseSecretKeys } from '@night-routine/database/connection'
import * as fc from 'fast-check'
import t from 'tap'
import { reseal, seal, unseal } from '../../src/connection/sealed.ts'

t.test('a key is 32 bytes in hex or base64, has an id, and does not show', async t => {
  const bytes = randomBytes(32)
  const [hex, base64, url] = parseSecretKeys([
    bytes.toString('hex').toUpperCase(),
    ` ${bytes.toString('base64')}\n`,
    bytes.toString('base64url'),
  ])
  t.ok(hex.id)
  t.same([base64?.id, url?.id], [hex.id, hex.id])

  const list = Array.from({ length: 3 }, () => randomBytes(32).toString('base64'))
  const ids = parseSecretKeys(list).map(({ id }) => id)
  t.equal(new Set(ids).size, 3)
  t.same(
    ids.toReversed(),
    parseSecretKeys(list.toReversed()).map(({ id }) => id),
  )

  const shown = inspect(parseSecretKeys([bytes.toString('hex')]), { depth: 9 })
  t.notMatch(shown, bytes.toString('hex'))
  t.notMatch(shown, bytes.toString('base64'))
})

t.test('refuses an invalid key without showing it', async t => {
  const good = randomBytes(32).toString('hex')
  for (const bad of ['', 'secret', good.slice(1), randomBytes(31).toString('base64'), `${good}0`])
    t.throws(() => parseSecretKeys([good, bad]), {
      message: /^Key 2 of SECRET_KEYS is not 32 bytes in hex \(64 digits\) or base64/,
    })
  t.throws(() => parseSecretKeys([]), { message: /at least one key/ })
})

const old = randomBytes(32).toString('hex')
const young = randomBytes(32).toString('hex')
const keys = parseSecretKeys([old])
const place = 'oauth_token.1.access_token'

t.test('every text comes back, never shows, and is never sealed the same', async t => {
  const anyText = fc.string({ unit: 'binary', maxLength: 200 })
  const holds = fc.property(anyText, text => {
    const sealed = seal(keys, place, text)
    return unseal(keys, place, sealed) === text && /^[0-9a-f]{8}\.[\w-]+$/.test(sealed)
  })
  t.doesNotThrow(() => fc.assert(holds))
  const long = '🌃'.repeat(4_096)
  t.equal(unseal(keys, place, seal(keys, place, long)), long)
  const bytes = Buffer.from(seal(keys, place, 'ya29.token').slice(9), 'base64url')
  t.notMatch(bytes.toString('latin1'), 'ya29')
  const thousand = Array.from({ length: 1_000 }, () => seal(keys, place, 'token').slice(9, 25))
  t.equal(new Set(thousand).size, 1_000, 'the nonce is fresh')
})

t.test('changed in one bit, cut short or moved elsewhere it is unreadable', async t => {
  const sealed = seal(keys, place, 'token')
  const bytes = Buffer.from(sealed.slice(9), 'base64url')
  const flipped = Array.from({ length: bytes.length * 8 }, (_, bit) => {
    const copy = Buffer.from(bytes)
    copy[bit >> 3] = (copy[bit >> 3] ?? 0) ^ (1 << (bit & 7))
    return `${sealed.slice(0, 9)}${copy.toString('base64url')}`
  })
  const cut = [-4, 20, 9].map(length => sealed.slice(0, length))
  for (const forged of [...flipped, ...cut, '', '.', 'token', `00000000${sealed.slice(8)}`])
    t.throws(() => unseal(keys, place, forged), TokenUnreadableError, forged)
  for (const elsewhere of [
    'oauth_token.1.refresh_token',
    'oauth_token.2.access_token',
    'other_token.1.access_token',
  ] as const)
    t.throws(() => unseal(keys, elsewhere, sealed), TokenUnreadableError, elsewhere)
})

t.test('a key put in front seals, the old one still opens; without it nothing does', async t => {
  const sealed = seal(keys, place, 'token')
  const both = parseSecretKeys([young, old])
  t.equal(unseal(both, place, sealed), 'token')
  const resealed = reseal(both, place, sealed)
  t.equal(
    unseal(parseSecretKeys([young]), place, resealed),
    'token',
    'resealed, so the old key can go',
  )
  t.throws(() => unseal(parseSecretKeys([young]), place, sealed), {
    message: 'No key of SECRET_KEYS sealed oauth_token.1.access_token',
  })
  t.equal(reseal(parseSecretKeys([young]), place, sealed), sealed, 'unreadable, it stays as it is')
})
