import { randomBytes } from 'node:crypto'
import { lockToken, markTokenBroken, readToken, saveToken } from '@night-routine/database/calendar'
import {
  HouseholdBusyError,
  parseSecretKeys,
  TokenUnreadableError,
  transaction,
  type Database,
  type TokenKeys,
} from '@night-routine/database/connection'
import { type TokenToSave } from '../../src/calendar/oauth-token.ts'
import { testDatabase } from '@night-routine/testing/database'
import { sql } from 'kysely'
import t from 'tap'
import { plain } from '../plain.ts'

const old = randomBytes(32).toString('base64')
const young = randomBytes(32).toString('base64')
const keys = parseSecretKeys([old])
const now = Temporal.Instant.from('2026-11-20T12:00:00Z')

const token: TokenToSave = {
  accessToken: 'ya29.access-token',
  refreshToken: '1//refresh-token',
  refreshTokenEndsAt: now.add({ hours: 168 }),
  tokenType: 'Bearer',
  expiry: now.add({ hours: 1 }),
  scope: ['openid', 'email', 'https://www.googleapis.com/auth/calendar.events'],
  accountEmail: 'alex@example.com',
  accountSubject: '111',
}

async function save(
  db: Database,
  changes: Partial<TokenToSave> = {},
  sealingKeys: TokenKeys = keys,
) {
  await transaction(db, trx => saveToken(trx, sealingKeys, { ...token, ...changes }))
}

t.test('one grant is there: a later one of the same account keeps what it lacks', async t => {
  const { db } = await testDatabase(t)
  t.equal(await readToken(db, keys), undefined)
  await save(db)
  t.same(plain(await readToken(db, keys)), plain({ ...token, broken: null }))
  const { refreshToken, refreshTokenEndsAt = null } = token
  for (const [changes, isKept] of [
    [{ accessToken: 'second', refreshToken: null, refreshTokenEndsAt: null }, true],
    [{ refreshToken: 'another', refreshTokenEndsAt: null }, false],
    [{ accessToken: 'third', refreshToken, refreshTokenEndsAt, accountSubject: '222' }, false],
    [{ refreshToken: null, refreshTokenEndsAt: null }, false],
  ] as const) {
    await save(db, changes)
    const kept = isKept ? { refreshToken, refreshTokenEndsAt } : {}
    t.same(plain(await readToken(db, keys)), plain({ ...token, broken: null, ...changes, ...kept }))
  }
  const { rows } = await sql`select id from oauth_token`.execute(db)
  t.same(rows, [{ id: 1 }])
})

t.test('a row holds no word of the tokens, and no column takes another’s place', async t => {
  const { db } = await testDatabase(t)
  await save(db)
  const { rows } = await sql<{
    dump: string
  }>`select oauth_token::text as dump from oauth_token`.execute(db)
  const dump = rows[0]?.dump ?? ''
  t.match(dump, 'alex@example.com', 'the row is there')
  for (const secret of [token.accessToken, '1//refresh-token'])
    for (const form of ['utf8', 'base64', 'base64url', 'hex'] as const)
      t.notMatch(dump, Buffer.from(secret).toString(form).slice(0, -3), form)
  await sql`update oauth_token set access_token = refresh_token, refresh_token = access_token`.execute(
    db,
  )
  await t.rejects(readToken(db, keys), TokenUnreadableError)
})

t.test('without its key a grant is unreadable; one refresh puts it under a new one', async t => {
  const { db } = await testDatabase(t)
  await save(db)
  const others = parseSecretKeys([young])
  await t.rejects(readToken(db, others), TokenUnreadableError)
  await save(db, { accessToken: 'new' }, others)
  t.match(await readToken(db, others), { accessToken: 'new', refreshToken: token.refreshToken })
  await save(db)
  const both = parseSecretKeys([young, old])
  t.match(await readToken(db, both), { accessToken: token.accessToken })
  await save(db, { accessToken: 'refreshed', refreshToken: null }, both)
  const alone = await readToken(db, parseSecretKeys([young]))
  t.match(alone, { accessToken: 'refreshed', refreshToken: token.refreshToken })
})

t.test('a refused grant says since when and why, until a new one is saved', async t => {
  const { db } = await testDatabase(t)
  await markTokenBroken(db, 'no grant at all', now)
  await save(db)
  await markTokenBroken(db, 'Access was withdrawn', now)
  await markTokenBroken(db, 'later words', now.add({ hours: 1 }))
  const broken = { at: '2026-11-20T12:00:00Z', reason: 'Access was withdrawn' }
  t.same(plain((await readToken(db, keys))?.broken), broken)
  await save(db)
  t.equal((await readToken(db, keys))?.broken, null)
})

t.test('one refreshes the grant; who waits too long hears that the household is busy', async t => {
  const { db } = await testDatabase(t)
  await save(db)
  await transaction(db, async holder => {
    await lockToken(holder)
    await db.connection().execute(async impatient => {
      await sql`set lock_timeout = 50`.execute(impatient)
      await t.rejects(transaction(impatient, lockToken), HouseholdBusyError)
    })
  })
  await transaction(db, lockToken)
})
