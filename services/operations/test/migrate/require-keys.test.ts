import { saveToken } from '@night-routine/database/calendar'
import { parseSecretKeys, transaction } from '@night-routine/database/connection'
import { testDatabase } from '@night-routine/testing/database'
import t from 'tap'
import { requireKeys, sentenceFor } from '../../src/migrate.ts'

const [used, other] = ['a', 'b'].map(digit => digit.repeat(64))

t.test('refuses keys that decrypt nothing of what is stored', async t => {
  const { db, url } = await testDatabase(t)
  await requireKeys(url, { SECRET_KEYS: other })
  t.pass('nothing is sealed yet')
  await transaction(db, trx =>
    saveToken(trx, parseSecretKeys([used ?? '']), {
      accessToken: 'access',
      refreshToken: 'refresh',
      tokenType: 'Bearer',
      expiry: Temporal.Instant.from('2026-11-20T18:00:00Z'),
      scope: ['openid'],
      accountEmail: 'alex@example.com',
      accountSubject: '1',
    }),
  )
  for (const keys of [used, `${other},${used}`, `${used}\n${other}`])
    await requireKeys(url, { SECRET_KEYS: keys })
  const refused = await requireKeys(url, { SECRET_KEYS: other }).catch((error: unknown) => error)
  t.match(
    refused instanceof Error && refused.message,
    /^SECRET_KEYS \(secrets\/secret-keys\) decrypts nothing .* Put the old key back; .* ACCEPT_LOST_KEY=true/,
  )
  await requireKeys(url, { SECRET_KEYS: other, ACCEPT_LOST_KEY: 'true' })
  await t.rejects(requireKeys(url, { SECRET_KEYS: other, ACCEPT_LOST_KEY: '' }), {
    name: 'MigrationRefusal',
  })
  await requireKeys(url, {})
  t.pass('a machine that migrates without the keys is not asked for them')
})

t.test('refuses keys that are invalid or cannot be read', async t => {
  const { url } = await testDatabase(t)
  await t.rejects(
    requireKeys(url, { SECRET_KEYS: `${used},short` }),
    /SECRET_KEYS: its value is not a comma list, each 32 random bytes/,
  )
  await t.rejects(requireKeys(url, { SECRET_KEYS_FILE: '/nowhere/keys' }), /ENOENT/)
})

t.test('a full disk has its sentence, a fault of ours keeps its trace', async t => {
  const full = Object.assign(new Error('could not extend file'), { code: '53100' })
  t.match(sentenceFor(full, 'postgres://a@b/c'), /^The disk of PostgreSQL is full\. Make room/)
  t.equal(sentenceFor(new Error('ours'), 'postgres://a@b/c'), undefined)
})
