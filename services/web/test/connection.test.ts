import { parseSecretKeys, saveToken, transaction } from '@night-routine/database'
import t from 'tap'
import { readConnection } from '../src/connection.ts'
import { token, webContext } from './web-context.ts'

t.test('a grant is live, broken or absent', async t => {
  t.same(await readConnection(await webContext(t)), { state: 'absent' })
  const connected = await webContext(t, { grant: 'connected' })
  t.same(await readConnection(connected), { state: 'connected', account: 'alex@example.com' })
  const broken = { state: 'broken', account: 'alex@example.com' }
  t.same(await readConnection(await webContext(t, { grant: 'broken' })), broken)
  const brief = await webContext(t)
  const withoutRefresh = { ...token, refreshToken: null }
  await transaction(brief.db, trx => saveToken(trx, brief.keys, withoutRefresh))
  t.same(await readConnection(brief), broken, 'it ends within the hour')
  const own = { ...brief, provider: { grants: null } }
  t.same(await readConnection(own), { state: 'connected', account: null }, 'needs none')
})

t.test('an unreadable grant is broken; other failures are thrown', async t => {
  const { db, provider } = await webContext(t, { grant: 'connected' })
  const keys = parseSecretKeys([Buffer.alloc(32, 8).toString('base64')])
  t.same(await readConnection({ db, keys, provider }), { state: 'broken' })
  await db.destroy()
  await t.rejects(readConnection({ db, keys, provider }), { message: /destroyed/ })
})
