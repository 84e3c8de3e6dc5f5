import { markTokenBroken, saveToken } from '@night-routine/database/calendar'
import { parseSecretKeys, transaction } from '@night-routine/database/connection'
import t from 'tap'
import { readConnection } from '../../src/plugins/connection.ts'
import { now } from '../demo-household.ts'
import { token, webContext } from '../web-context.ts'

t.test('a grant is live, broken or absent', async t => {
  const context = await webContext(t)
  const { db, keys } = context
  const grant = (refreshToken: string | null) =>
    transaction(db, trx => saveToken(trx, keys, { ...token, refreshToken }))
  t.same(await readConnection(context), { state: 'absent' })
  const broken = { state: 'broken', account: 'alex@example.com' }
  await grant(null)
  t.same(await readConnection(context), broken, 'without a refresh token it ends within the hour')
  await grant('refresh')
  t.same(await readConnection(context), { state: 'connected', account: 'alex@example.com' })
  await transaction(db, trx => markTokenBroken(trx, 'revoked', now))
  t.same(await readConnection(context), broken)
  const own = { ...context, provider: { grants: null } }
  t.same(await readConnection(own), { state: 'connected', account: null }, 'needs none')
})

t.test('an unreadable grant is broken; other failures are thrown', async t => {
  const { db, provider } = await webContext(t, { grant: 'connected' })
  const keys = parseSecretKeys([Buffer.alloc(32, 8).toString('base64')])
  t.same(await readConnection({ db, keys, provider }), { state: 'broken' })
  await db.destroy()
  await t.rejects(readConnection({ db, keys, provider }), { message: /destroyed/ })
})
