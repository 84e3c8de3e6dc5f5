import { setTimeout as sleep } from 'node:timers/promises'
import {
  markTokenBroken,
  parseSecretKeys,
  readToken,
  saveToken,
  transaction,
  type Database,
} from '@night-routine/database'
import { calendarAccess } from '@night-routine/calendar-sync'
import t from 'tap'
import { failure } from '../failure.ts'
import { connectedProvider, consent, keys } from '../connected-provider.ts'
import { seededDatabase } from '@night-routine/household/testing'

type Provider = Awaited<ReturnType<typeof connectedProvider>>

async function connected(t: Parameters<typeof seededDatabase>[0]) {
  const db = await seededDatabase(t)
  const provider = await connectedProvider(t, db)
  await provider.control.clearRequests()
  return { db, ...provider }
}

/** Calls to the provider since the last look, as "POST /token 200". */
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

t.test('a token that is valid is used as it is', async t => {
  const { calendar, ...household } = await connected(t)
  t.ok((await calendar.listCalendars()).some(({ id }) => id === 'family'))
  t.same(await calls(household), [`GET ${list} 200`])
})

t.test(
  'a token that ends within a minute is renewed first, and what was missing is kept',
  async t => {
    const { calendar, db, ...household } = await connected(t)
    const before = await storeExpiry(db, 55)
    await calendar.listCalendars()
    t.same(await calls(household), ['POST /token 200', `GET ${list} 200`])
    const after = await readToken(db, keys)
    t.not(after?.accessToken, before.accessToken)
    t.equal(after?.refreshToken, before.refreshToken, 'the answer held none')
    t.equal(after?.accountEmail, 'alex@example.com')
    await calendar.listCalendars()
    t.same(await calls(household), [`GET ${list} 200`])
  },
)

t.test('a refresh token that the provider rotates is kept', async t => {
  const { calendar, control, db } = await connected(t)
  await control.rotateRefreshTokens()
  const before = await storeExpiry(db, -1)
  await calendar.listCalendars()
  const after = await readToken(db, keys)
  t.ok(after?.refreshToken)
  t.not(after?.refreshToken, before.refreshToken)
})

t.test('a refused token is renewed once, and the call repeated once', async t => {
  const { calendar, control, db } = await connected(t)
  await control.fail({ path: 'calendarList', status: 401, reason: 'authError', count: 1 })
  t.ok(await calendar.listCalendars())
  t.same(await calls({ control }), [`GET ${list} 401`, 'POST /token 200', `GET ${list} 200`])
  t.equal((await readToken(db, keys))?.broken, null)
})

t.test('several processes that find it expired renew it once', async t => {
  const { access, control, db } = await connected(t)
  await storeExpiry(db, -1)
  await control.delay({ path: '^/token', milliseconds: 100 })
  await Promise.all(Array.from({ length: 5 }, () => access().listCalendars()))
  const asked = await calls({ control })
  t.equal(asked.filter(call => call.startsWith('POST /token')).length, 1)
  t.equal(asked.filter(call => call === `GET ${list} 200`).length, 5)
})

t.test('a grant taken back is marked once, and nobody is asked again', async t => {
  const { access, calendar, control, db } = await connected(t)
  await control.revokeGrants()
  t.match(await failure(calendar.listCalendars()), { class: 'reconnect' })
  t.ok((await readToken(db, keys))?.broken)
  t.same(await calls({ control }), [`GET ${list} 401`, 'POST /token 400'])
  for (const port of [calendar, access()])
    t.match(await failure(port.listCalendars()), { class: 'reconnect' })
  t.same(await calls({ control }), [])
})

t.test('a provider that refuses what it has just given is not asked again', async t => {
  const { calendar, control, db } = await connected(t)
  await control.fail({ path: 'calendarList', status: 401, reason: 'authError' })
  t.match(await failure(calendar.listCalendars()), { class: 'reconnect' })
  t.equal((await calls({ control })).length, 3)
  t.ok((await readToken(db, keys))?.broken)
  t.match(await failure(calendar.listCalendars()), { class: 'reconnect' })
  t.same(await calls({ control }), [])
})

t.test('connected anew, it works at once', async t => {
  const { calendar, control, db, emulator } = await connected(t)
  await control.revokeGrants()
  await failure(calendar.listCalendars())
  const grant = await consent(emulator)
  await transaction(db, trx => saveToken(trx, keys, grant))
  t.ok(await calendar.listCalendars())
})

t.test('a grant that was replaced meanwhile is not blamed for the old one', async t => {
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

t.test('a sign-in that is down for a moment breaks nothing', async t => {
  const { calendar, control, db } = await connected(t)
  await storeExpiry(db, -1)
  await control.fail({ path: '^/token', status: 503, count: 1 })
  t.match(await failure(calendar.listCalendars()), { class: 'retry' })
  t.equal((await readToken(db, keys))?.broken, null)
  t.ok(await calendar.listCalendars())
})

t.test('without a grant that can be used nobody is asked', async t => {
  const { calendar, control, db, emulator, signIn } = await connected(t)
  await markTokenBroken(db, 'refused', now())
  t.match(await failure(calendar.listCalendars()), { class: 'reconnect' })

  await transaction(db, async trx => saveToken(trx, keys, await consent(emulator)))
  await control.clearRequests()
  const otherKeys = parseSecretKeys(['cd'.repeat(32)])
  const access = { db, signIn, now, apiRootUrl: emulator.origin }
  const locked = calendarAccess({ ...access, keys: otherKeys })
  t.match(await failure(locked.listCalendars()), { class: 'reconnect', message: /keys/ })
  t.equal((await readToken(db, keys))?.broken, null, 'the right keys may come back')

  await db.deleteFrom('oauth_token').execute()
  t.match(await failure(calendar.listCalendars()), { class: 'reconnect', message: /connected/ })
  t.same(await calls({ control }), [])
})
