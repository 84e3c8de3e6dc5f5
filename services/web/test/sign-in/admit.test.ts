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
import { runWeb, type RunningWeb } from '../running-web.ts'
import { selectFamily } from '../selected-calendar.ts'

const [alex, robin] = ['alex@example.com', 'robin@example.com']
const kinds = ['channel', 'pull', 'push'] as const

const grant = async ({ db, config }: RunningWeb) => {
  const token = await readToken(db, parseSecretKeys(config.SECRET_KEYS))
  return token && { account: token.accountEmail, refresh: token.refreshToken, broken: token.broken }
}

const visitCalendars = async (browser: Browser) =>
  (await browser.get('/calendars')).headers.location

t.test('decides whose grant the household keeps', async t => {
  const web = await runWeb(t)
  const { db, clock } = web
  const signIn = async (email: string, path = '/auth') => {
    const browser = new Browser(web)
    const { headers } = await browser.signIn(email, path)
    t.equal(headers.location, '/calendars')
    return browser
  }
  const breaks = () => markTokenBroken(db, 'revoked', clock.now())

  await t.test('the newest one while no calendar is selected', async t => {
    t.equal(await grant(web), undefined)
    const browser = await signIn(alex)
    t.equal(await visitCalendars(browser), undefined, 'there is one to choose')
    t.match(await grant(web), { account: alex, refresh: /./, broken: null })
    t.same(await readJobRequests(db), [], 'there is nothing to bring up to date')
    await signIn(robin)
    t.match(await grant(web), { account: robin, refresh: /./ })
    await signIn(alex)
    t.match(await grant(web), { account: alex })
  })

  await selectFamily(db)

  await t.test('then the other parent only signs in, and lands on tonight', async t => {
    const before = await grant(web)
    const browser = await signIn(robin)
    t.equal(await visitCalendars(browser), '/', 'the first visit after a sign-in')
    t.equal(await visitCalendars(browser), undefined, 'the second visit is the list')
    const { body } = await browser.get('/calendars')
    t.notMatch(body, 'action="/calendars/disconnect"', 'only for whose account it is')
    t.match(body, `<bdi>${alex}</bdi> connected Google Calendar`)
    await signIn(alex)
    t.same(await grant(web), before, 'also the same account again')
    t.same(await readJobRequests(db), [], 'nothing was held up')
  })

  await t.test('a parent whose grant is not kept needs no extra permission', async t => {
    await breaks()
    const browser = new Browser(web)
    t.match(
      (await browser.get(await browser.consent({ email: robin, scopes: [] }))).statusCode,
      302,
    )
    t.match(await grant(web), { account: alex })
    t.match((await browser.get('/')).body, 'Reconnect Google')
    await signIn(alex)
    t.match(await grant(web), { broken: null })
    t.notMatch((await browser.get('/')).body, 'Reconnect Google')
    t.match(
      await readJobRequests(db),
      kinds.map(kind => ({ kind })),
      'what was held up is asked for',
    )
  })

  await t.test('Reconnect by another account asks first', async t => {
    const browser = await signIn(robin, '/auth?intent=reconnect')
    t.match(await grant(web), { account: alex })
    const { body } = await browser.get('/calendars')
    t.match(body, `belongs to <bdi>${alex}</bdi>`)
    t.match(body, 'href="/auth?intent=replace"')
    await browser.signIn(robin, '/auth?intent=replace')
    t.match(await grant(web), { account: robin, refresh: /./ })
    await visitCalendars(browser)
    const again = (await browser.get('/calendars')).body
    t.notMatch(again, 'intent=replace')
    t.match(again, 'action="/calendars/disconnect"')
  })

  await t.test('a grant with a fixed end is announced until it is replaced', async t => {
    await web.emulator.control.testingMode()
    const browser = await signIn(robin, '/auth?intent=reconnect')
    t.match((await browser.get('/')).body, 'most likely because the app is still in Testing')
    await web.emulator.control.testingMode(false)
    await browser.signIn(robin, '/auth?intent=reconnect')
    t.notMatch((await browser.get('/')).body, 'still in Testing')
  })
})

/** The kinds of wake-ups on the queue from now on. */
function wokenKinds(t: Test) {
  const backend = chooseBackend()
  const logger = createLogger({ name: 'test', level: 'silent' })
  const woken = new Set<string>()
  for (const kind of kinds) {
    const handler = async () => void woken.add(kind)
    const worker = createWorker({ backend, kind, handler, logger })
    t.teardown(() => worker.close())
  }
  return woken
}

t.test('a reconnect', async t => {
  const web = await runWeb(t)
  const { db, clock, emulator } = web
  const browser = new Browser(web)
  await browser.signIn(alex)
  await selectFamily(db)

  await t.test('wakes the worker at once, and the page stops asking for one', async t => {
    await requestJob(db, 'push')
    const claim = await claimJob(db, 'push', { leaseSeconds: 30 })
    if (claim === undefined) throw new Error('not due')
    const { code, facts, message } = new CalendarError('unauthorized')
    await failJob(db, claim, { failure: { code, facts }, waitSeconds: 60, waitRequired: true })
    await markTokenBroken(db, message, clock.now())
    const woken = wokenKinds(t)
    await browser.signIn(alex, '/auth?intent=reconnect')
    await waitFor('wake-ups, which no sweep sends here', () => woken.size === 3)
    const { body } = await browser.get('/')
    t.notMatch(body, wordingFor('en', providers).say(code))
    t.notMatch(body, 'Reconnect Google')
    t.match(body, 'Updating “Family”')
  })

  await t.test('waits for a plan that requests work in another order', async t => {
    const numbers = async () =>
      (await readJobRequests(db)).map(({ requestNumber }) => Number(requestNumber))
    const before = await numbers()
    const back = await browser.consent({ email: alex }, '/auth?intent=reconnect')
    await emulator.control.clearRequests()
    const asked = async () => (await emulator.control.requests()).map(({ path }) => path)
    const arrival = await householdTransaction(db, async trx => {
      await requestJob(trx, 'push')
      const arriving = browser.get(back)
      await waitFor('the new grant', async () => (await asked()).includes('/token'))
      // It waits for the household or, if it did not lock it, for the row of the push: then both wait for each other.
      await waitFor('the sign-in to wait for a lock', () => waitsForLock(db))
      await requestJob(trx, 'pull')
      return { arriving }
    })
    t.equal((await arrival.arriving).statusCode, 302)
    const [channel = 0, pull = 0, push = 0] = before
    t.same(await numbers(), [channel + 1, pull + 2, push + 2])
  })
})
