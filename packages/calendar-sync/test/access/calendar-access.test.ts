import { setTimeout as sleep } from 'node:timers/promises'
import { markTokenBroken, readToken, saveToken } from '@night-routine/database/calendar'
import {
  parseSecretKeys,
  transaction,
  usualTimeoutMs,
  type Database,
} from '@night-routine/database/connection'
import { calendarAccess } from '@night-routine/calendar-sync'
import { refreshTimeoutMs } from '@night-routine/calendar'
import t from 'tap'
import { failure } from '../failure.ts'
import { connectedProvider, consent, keys, providerAt } from '../connected-provider.ts'
import { seededDatabase } from '@night-routine/testing/household'

type Provider = Awaited<ReturnType<typeof connectedProvider>>

async function connected(t: Parameters<typeof seededDatabase>[0]) {
  const db = await seededDatabase(t)
  const provider = await connectedProvider(t, db)
  await provider.control.clearRequests()
  return { db, ...provider }
}

/** Requests to the provider since the last call, as "POST /token 200". */
async function calls({ control }: Pick<Provider, 'control'>) {
  const requests = await control.requests()
  await control.clearRequests()
  return requests.map(({ method, path, status }) => `${method} ${path} ${status ?? '-'}`)
}

async function storeExpiry(db: Database, seconds: number) {
  const token = await readToken(db, keys)
  if (token === undefined) throw new Error('no token')
  const expiry = now().add({ seconds })
  await transaction(db, trx => saveToken(trx, keys, { ...token, expiry }))
  return token
}

const now = () => Temporal.Now.instant()
const list = '/calendar/v3/users/me/calendarList'

t.test('renews a token that expires within a minute, and keeps the refresh token', async t => {
  const { calendar, db, ...household } = await connected(t)
  const before = await storeExpiry(db, 55)
  await calendar.listCalendars()
  t.same(await calls(household), ['POST /token 200', `GET ${list} 200`])
  const after = await readToken(db, keys)
  t.not(after?.accessToken, before.accessToken)
  t.equal(after?.refreshToken, before.refreshToken, 'the response had none')
  t.equal(after?.accountEmail, 'alex@example.com')
  await calendar.listCalendars()
  t.same(await calls(household), [`GET ${list} 200`])
})

t.test('stores a rotated refresh token', async t => {
  const { calendar, control, db } = await connected(t)
  await control.rotateRefreshTokens()
  const before = await storeExpiry(db, -1)
  await calendar.listCalendars()
  const after = await readToken(db, keys)
  t.ok(after?.refreshToken)
  t.not(after?.refreshToken, before.refreshToken)
})

t.test('renews a refused token once and repeats the call once', async t => {
  const { calendar, control, db } = await connected(t)
  await control.fail({ path: 'calendarList', status: 401, reason: 'authError', count: 1 })
  t.ok(await calendar.listCalendars())
  t.same(await calls({ control }), [`GET ${list} 401`, 'POST /token 200', `GET ${list} 200`])
  t.equal((await readToken(db, keys))?.broken, null)
})

t.test('several processes renew an expired token once', async t => {
  const { access, control, db } = await connected(t)
  await storeExpiry(db, -1)
  await control.delay({ path: '^/token', milliseconds: 100 })
  await Promise.all(Array.from({ length: 5 }, () => access().listCalendars()))
  const asked = await calls({ control })
  t.equal(asked.filter(call => call.startsWith('POST /token')).length, 1)
  t.equal(asked.filter(call => call === `GET ${list} 200`).length, 5)
  t.ok(refreshTimeoutMs < usualTimeoutMs, 'a hanging endpoint fails before a wait for the lock')
})

t.test('marks a revoked grant once, and makes no further calls', async t => {
  const { access, calendar, control, db } = await connected(t)
  await control.revokeGrants()
  t.match(await failure(calendar.listCalendars()), { class: 'reconnect' })
  t.ok((await readToken(db, keys))?.broken)
  t.same(await calls({ control }), [`GET ${list} 401`, 'POST /token 400'])
  for (const port of [calendar, access()])
    t.match(await failure(port.listCalendars()), { class: 'reconnect' })
  t.same(await calls({ control }), [])
})

t.test('does not mark a grant that was replaced meanwhile', async t => {
  const { calendar, control, db, emulator } = await connected(t)
  await control.delay({ path: 'calendarList', milliseconds: 60_000 })
  await control.fail({ path: 'calendarList', status: 401, reason: 'authError' })
  const listed = async () => (await control.requests()).filter(({ path }) => path === list)
  const asked = async (times: number) => {
    while ((await listed()).length < times) await sleep(5)
  }
  const refused = failure(calendar.listCalendars())
  await asked(1)
  await control.releaseDelayed()
  await asked(2)
  const grant = await consent(emulator)
  await transaction(db, trx => saveToken(trx, keys, grant))
  await control.releaseDelayed()
  t.match(await refused, { class: 'reconnect' })
  t.equal((await readToken(db, keys))?.broken, null)
})

t.test('a short outage of the sign-in does not break the grant', async t => {
  const { calendar, control, db } = await connected(t)
  await storeExpiry(db, -1)
  await control.fail({ path: '^/token', status: 503, count: 1 })
  t.match(await failure(calendar.listCalendars()), { class: 'retry' })
  t.equal((await readToken(db, keys))?.broken, null)
  t.ok(await calendar.listCalendars())
})

t.test('makes no calls without a usable grant', async t => {
  const { calendar, control, db, emulator, signIn } = await connected(t)
  await markTokenBroken(db, 'refused', now())
  t.match(await failure(calendar.listCalendars()), { class: 'reconnect' })

  await transaction(db, async trx => saveToken(trx, keys, await consent(emulator)))
  await control.clearRequests()
  const otherKeys = parseSecretKeys(['cd'.repeat(32)])
  const access = { db, now, provider: providerAt(emulator, signIn) }
  const locked = calendarAccess({ ...access, keys: otherKeys })
  t.match(await failure(locked.listCalendars()), { class: 'reconnect', message: /no key/ })
  t.equal((await readToken(db, keys))?.broken, null, 'the right keys may be configured later')

  await db.deleteFrom('oauth_token').execute()
  t.match(await failure(calendar.listCalendars()), { class: 'reconnect', message: /connected/ })
  t.same(await calls({ control }), [])
})
