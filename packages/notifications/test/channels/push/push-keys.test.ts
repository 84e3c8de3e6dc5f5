import { parseSecretKeys } from '@night-routine/database/connection'
import { readPushKeys } from '@night-routine/database/notifications'
import { testDatabase } from '@night-routine/testing/database'
import t from 'tap'
import { preparePush } from '../../../src/channels/push/push-channel.ts'

const keys = parseSecretKeys(['ab'.repeat(32)])
const others = parseSecretKeys(['cd'.repeat(32)])

t.test('the first call makes the pair, also when several come at once', async t => {
  const { db } = await testDatabase(t)
  const made = await Promise.all([1, 2, 3].map(() => preparePush(db, keys)))
  t.equal(new Set(made).size, 1)
  t.equal(Buffer.from(made[0] ?? '', 'base64url').length, 65, 'an uncompressed point of P-256')
  t.equal((await readPushKeys(db, keys))?.publicKey, made[0])
  t.not(await preparePush(db, others), made[0], 'a lost pair is replaced')
})
