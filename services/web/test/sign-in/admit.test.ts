import { CalendarError } from '@night-routine/calendar'
import { markTokenBroken, readToken } from '@night-routine/database/calendar'
import { householdTransaction, parseSecretKeys } from '@night-routine/database/connection'
import { claimJob, failJob, readJobRequests, requestJob } from '@night-routine/database/jobs'
import { chooseBackend, createWorker } from '@night-routine/jobs'
import { waitFor } from '@night-routine/servers'
import { createLogger } from '@night-routine/service'
import { waitsForLock } from '@night-routine/testing/database'
import { wordingFor } from '@night-routine/wording'
import t, { type Test } from 'tap'
import { Browser } from '../browser.ts'
import { providers } from '../providers.ts'
import { buildWeb, runWeb, type RunningWeb } from '../running-web.ts'
import { selectFamily } from '../selected-calendar.ts'

const grant = async ({ db, config }: RunningWeb) => {
  const token = await readToken(db, parseSecretKeys(config.SECRET_KEYS))
  return token && { account: token.accountEmail, refresh: token.refreshToken, broken: token.broken }
}

t.test('decides whose grant the household keeps', async t => {
  const web = await runWeb(t)

  await t.test('the first one', async t => {
    t.equal(await grant(web), undefined)
    const browser = new Browser(web)
    const { statusCode, headers } = await browser.signIn('alex@example.com')
    t.same([statusCode, headers.location], [302, '/calendars'])
    t.match(await grant(web), { account: 'alex@example.com', refresh: /./, broken: null })
    t.same(
      await readJobRequests(web.db),
      [],
      'no calendar, so there is nothing to bring up to date',
    )
  })

  await t.test('the newest one while no calendar is selected', async t => {
    await new Browser(web).signIn('robin@example.com')
    t.match(await grant(web), { account: 'robin@example.com', refresh: /./ })
    await new Browser(web).signIn('alex@example.com')
    t.match(await grant(web), { account: 'alex@example.com', refresh: /./ })
  })

  await selectFamily(web.db)

  await t.test('then the other parent only signs in', async t => {
    const browser = new Browser(web)
    await browser.signIn('robin@example.com')
    t.match(await grant(web), { account: 'alex@example.com' })
    t.match((await browser.get('/')).body, 'Signed in as robin@example.com')
  })

  await t.test('the same account again only signs in, and the grant stays', async t => {
    const before = await grant(web)
    await new Browser(web).signIn('alex@example.com')
    t.same(await grant(web), before)
    t.same(await readJobRequests(web.db), [], 'nothing was held up')
  })

  await t.test('a parent whose grant is not kept needs no extra permission', async t => {
    await markTokenBroken(web.db, 'revoked', web.clock.now())
    const browser = new Browser(web)
    const back = await browser.consent({ email: 'robin@example.com', scopes: [] })
    t.equal((await browser.get(back)).statusCode, 302)
    t.match(await grant(web), { account: 'alex@example.com' })
    await new Browser(web).signIn('alex@example.com')
    t.match(await grant(web), { broken: null })
    t.same(
      (await readJobRequests(web.db)).map(({ kind }) => kind),
      ['channel', 'pull', 'push'],
      'what was held up is asked for',
    )
  })

  await t.test('Reconnect by another account asks first', async t => {
    const browser = new Browser(web)
    await browser.signIn('robin@example.com', '/auth?intent=reconnect')
    t.match(await grant(web), { account: 'alex@example.com' })
    const { body } = await browser.get('/calendars')
    t.match(body, 'belongs to <bdi>alex@example.com</bdi>')
    t.match(body, 'href="/auth?intent=replace"')
    await browser.signIn('robin@example.com', '/auth?intent=replace')
    t.match(await grant(web), { account: 'robin@example.com', refresh: /./ })
    t.notMatch((await browser.get('/calendars')).body, 'intent=replace')
  })

  await t.test('a grant with a fixed end is announced until it is replaced', async t => {
    const browser = new Browser(web)
    await web.emulator.control.testingMode()
    await browser.signIn('robin@example.com', '/auth?intent=reconnect')
    t.match((await browser.get('/')).body, 'most likely because the app is still in Testing')
    await web.emulator.control.testingMode(false)
    await browser.signIn('robin@example.com', '/auth?intent=reconnect')
    t.notMatch((await browser.get('/')).body, 'still in Testing')
  })

  await t.test('reconnecting replaces a broken grant, and the banner disappears', async t => {
    const browser = new Browser(web)
    await browser.signIn('robin@example.com')
    await markTokenBroken(web.db, 'revoked', web.clock.now())
    t.match((await browser.get('/')).body, 'Reconnect Google')
    await browser.signIn('robin@example.com', '/auth?intent=reconnect')
    t.match(await grant(web), { broken: null })
    t.notMatch((await browser.get('/')).body, 'Reconnect Google')
  })

  await t.test('an undecryptable grant is replaced', async t => {
    const config = { ...web.config, SECRET_KEYS: [Buffer.alloc(32, 9).toString('base64')] }
    const rekeyed = await buildWeb(t, web.emulator, config)
    const browser = new Browser(rekeyed)
    browser.cookies.set('session', await signedInAs(web, 'alex@example.com'))
    t.match((await browser.get('/')).body, 'Reconnect Google', 'not a crash')
    await browser.signIn('alex@example.com')
    t.match(await grant(rekeyed), { account: 'alex@example.com', refresh: /./ })
  })
})

t.test('a reconnect wakes the worker at once, and the page stops asking for one', async t => {
  const web = await runWeb(t)
  const browser = new Browser(web)
  await browser.signIn('alex@example.com')
  await selectFamily(web.db)
  await requestJob(web.db, 'push')
  const claim = await claimJob(web.db, 'push', { leaseSeconds: 30 })
  if (claim === undefined) throw new Error('not due')
  const { code, facts, message } = new CalendarError('unauthorized')
  await failJob(web.db, claim, {
    failure: { code, facts },
    waitSeconds: 60,
    waitRequired: true,
  })
  await markTokenBroken(web.db, message, web.clock.now())

  const woken = wokenKinds(t)
  await browser.signIn('alex@example.com', '/auth?intent=reconnect')
  await waitFor('wake-ups, which no sweep sends here', () => woken.size === 3)
  t.same([...woken].toSorted(), ['channel', 'pull', 'push'])
  const { body } = await browser.get('/')
  t.notMatch(body, wordingFor('en', providers).say(code))
  t.notMatch(body, 'Reconnect Google')
  t.match(body, 'Updating “Family”')
})

t.test('a reconnect waits for a plan that requests work in another order', async t => {
  const web = await runWeb(t)
  const browser = new Browser(web)
  await browser.signIn('alex@example.com')
  await selectFamily(web.db)
  const kinds = ['channel', 'pull', 'push'] as const
  for (const kind of kinds) await requestJob(web.db, kind)
  const back = await browser.consent({ email: 'alex@example.com' }, '/auth?intent=reconnect')
  await web.emulator.control.clearRequests()
  const asked = async () => (await web.emulator.control.requests()).map(({ path }) => path)
  const arrival = await householdTransaction(web.db, async trx => {
    await requestJob(trx, 'push')
    const arriving = browser.get(back)
    await waitFor('the new grant', async () => (await asked()).includes('/token'))
    // It waits for the household or, if it did not lock it, for the row of the push: then both wait for each other.
    await waitFor('the sign-in to wait for a lock', () => waitsForLock(web.db))
    await requestJob(trx, 'pull')
    return { arriving }
  })
  t.equal((await arrival.arriving).statusCode, 302)
  const numbers = (await readJobRequests(web.db)).map(({ requestNumber }) => requestNumber)
  t.same(numbers, [2n, 3n, 3n], 'channel, pull and push')
})

/** The kinds of wake-ups on the queue from now on. */
function wokenKinds(t: Test) {
  const backend = chooseBackend()
  const logger = createLogger({ name: 'test', level: 'silent' })
  const woken = new Set<string>()
  for (const kind of ['channel', 'pull', 'push'] as const) {
    const handler = async () => void woken.add(kind)
    const worker = createWorker({ backend, kind, handler, logger })
    t.teardown(() => worker.close())
  }
  return woken
}

t.test('every sign-in starts a new session', async t => {
  const web = await runWeb(t)
  const planted = 'A'.repeat(43)
  const browser = new Browser(web)
  browser.cookies.set('session', planted)
  await browser.signIn('alex@example.com')
  const first = browser.cookies.get('session')
  t.not(first, planted)
  const replay = (session: string | undefined) =>
    web.service.inject({ url: '/statistics', headers: { cookie: `session=${session}` } })
  t.equal((await replay(planted)).statusCode, 401, 'what was planted is worth nothing')
  t.equal((await replay(first)).statusCode, 200)
  await browser.signIn('alex@example.com')
  t.equal((await replay(first)).statusCode, 401, 'the previous session has ended')
})

async function signedInAs(web: RunningWeb, email: string) {
  const browser = new Browser(web)
  await browser.signIn(email)
  return browser.cookies.get('session') ?? ''
}
