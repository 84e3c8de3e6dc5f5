import {
  claimWork,
  finishWork,
  householdTransaction,
  readCalendar,
  readNights,
  readWork,
} from '@night-routine/database'
import { tonight } from '@night-routine/household'
import t from 'tap'
import { selectCalendar, sync } from '../src/household.ts'
import { Browser } from './browser.ts'
import { alex, settings } from './demo-household.ts'
import { day } from './nights.ts'
import { runWeb, type RunningWeb } from './running-web.ts'

const family = { calendarId: 'family', calendarName: 'Family' }

function optionsFor({ db, clock }: RunningWeb, patienceMs = 0) {
  const woken: string[] = []
  const producer = { wake: async ({ name }: { name: string }) => woken.push(name) > 0 }
  return { woken, options: { db, clock, producer, patienceMs } }
}

const push = async ({ db }: RunningWeb) => (await readWork(db)).find(({ kind }) => kind === 'push')

t.test('a selection saves, plans and asks for the calendar to be filled', async t => {
  const web = await runWeb(t)
  const { woken, options } = optionsFor(web)
  await selectCalendar(options, family, alex)
  t.same(await readCalendar(web.db), family)
  const first = tonight(settings, web.clock.now())
  const nights = await readNights(web.db, first, first.add({ days: 40 }))
  t.ok(nights.length >= 30)
  t.ok(nights.every(({ caregiver, explanation }) => caregiver !== null && explanation !== null))
  t.ok(((await push(web))?.requestNumber ?? 0n) > 0n)
  t.same(woken, ['push'])

  await selectCalendar(options, family, alex)
  t.same(await readNights(web.db, first, first.add({ days: 40 })), nights, 'again changes no night')
})

t.test('sync plans without a calendar, too', async t => {
  const web = await runWeb(t)
  const { options } = optionsFor(web)
  await sync(options, alex)
  t.ok((await readNights(web.db, day('2000-01-01'), day('2100-01-01'))).length >= 30)
})

t.test('it waits for the worker, and no longer than its patience', async t => {
  const web = await runWeb(t)
  const { options } = optionsFor(web, 5_000)
  const waiting = selectCalendar(options, family, alex)
  let claim = await claimWork(web.db, 'push', { leaseSeconds: 30 })
  while (!claim) claim = await claimWork(web.db, 'push', { leaseSeconds: 30 })
  await finishWork(web.db, claim)
  const begin = performance.now()
  await waiting
  t.ok(performance.now() - begin < 1_000, 'it went on when the worker was done')

  const late = performance.now()
  await sync(optionsFor(web, 300).options, alex)
  t.ok(performance.now() - late < 1_000)
})

t.test('over HTTP', async t => {
  const web = await runWeb(t)
  const browser = new Browser(web)
  await browser.signIn('alex@example.com')

  await t.test('the two forms lead home, and the month is there', async t => {
    const answers = await Promise.all([
      browser.post('/calendars/select', { calendar_id: 'family' }),
      browser.post('/calendars/select', { calendar_id: 'family' }),
    ])
    t.same(
      answers.map(({ statusCode, headers }) => [statusCode, headers.location]),
      [
        [302, '/'],
        [302, '/'],
      ],
    )
    const { body } = await browser.get('/')
    t.match(body, 'class="is-a')
    t.match(body, 'Updating “Family”', 'nobody works here')
  })

  await t.test('a hundred at once are at most two runs for the worker', async t => {
    const answers = await Promise.all(
      Array.from({ length: 100 }, () => browser.post('/sync', {}, { 'x-test': 'flood' })),
    )
    t.ok(answers.every(({ statusCode, headers }) => statusCode === 302 && headers.location === '/'))
    const claim = await claimWork(web.db, 'push', { leaseSeconds: 30 })
    t.equal(claim && (await finishWork(web.db, claim)), 'done')
    t.equal(await claimWork(web.db, 'push', { leaseSeconds: 30 }), undefined)
  })

  await t.test('a plan that somebody else is making ends in words, not in an error', async t => {
    const stuck = Promise.withResolvers<void>()
    const held = householdTransaction(web.db, () => stuck.promise)
    const { statusCode, headers } = await browser.post('/sync')
    t.same([statusCode, headers.location], [302, '/'])
    t.match((await browser.get('/')).body, 'Somebody else was changing the plan just then')
    const selected = await browser.post('/calendars/select', { calendar_id: 'family' })
    t.equal(selected.statusCode, 503)
    stuck.resolve()
    await held
  })

  await t.test('a request from another site changes nothing', async t => {
    const before = await push(web)
    for (const path of ['/sync', '/calendars/select', '/sign-out'])
      t.equal(
        (await browser.post(path, { calendar_id: 'family' }, { origin: 'https://evil.example' }))
          .statusCode,
        403,
      )
    t.equal((await push(web))?.requestNumber, before?.requestNumber)
    t.equal((await browser.get('/statistics')).statusCode, 200, 'still signed in')
  })
})
