import { setTimeout as sleep } from 'node:timers/promises'
import { readCalendar } from '@night-routine/database/calendar'
import { householdTransaction } from '@night-routine/database/connection'
import { readJobRequests } from '@night-routine/database/jobs'
import { readNights } from '@night-routine/database/nights'
import { tonight, readSettings } from '@night-routine/household'
import t from 'tap'
import type { WebContext } from '../src/plugins/context.ts'
import { selectCalendar } from '../src/household/calendars/select-calendar.ts'
import { sync, syncInRounds } from '../src/nights/home/sync.ts'
import { calendarWait } from '../src/plugins/wait-for-work.ts'
import { Browser } from './browser.ts'
import { alex, settings } from './demo-household.ts'
import { runWeb } from './running-web.ts'
import { webContext } from './web-context.ts'
import { startWorker } from './worker.ts'

const family = { calendarId: 'family', calendarName: 'Family' }

type Household = Pick<WebContext, 'db' | 'clock'>

function optionsFor({ db, clock }: Household) {
  const woken: string[] = []
  const wake = async (kinds: readonly string[]) => void woken.push(...kinds)
  return { woken, options: { db, lockingDb: db, clock, wake } }
}

const push = async ({ db }: Household) =>
  (await readJobRequests(db)).find(({ kind }) => kind === 'push')

/** Who does which night, and how often it was planned, from tonight on. */
async function plan({ db, clock }: Household) {
  const from = tonight(settings, clock.now())
  const nights = await readNights(db, from, from.add({ days: 40 }))
  return nights.map(
    ({ night, caregiver, revision }) => `${night.toString()} ${caregiver} ${revision}`,
  )
}

t.test('a selection saves, plans and requests a push', async t => {
  const web = await webContext(t)
  const { woken, options } = optionsFor(web)
  await selectCalendar(options, family, alex)
  t.same(await readCalendar(web.db), family)
  const planned = await plan(web)
  t.ok(planned.length >= 30)
  t.ok(((await push(web))?.requestNumber ?? 0n) > 0n)
  t.same(woken, ['channel', 'pull', 'push', 'publish'], 'in the contract’s order')

  await selectCalendar(options, family, alex)
  t.same(await plan(web), planned, 'the same one again changes no night')
})

t.test('answers that wait at the same time share their reads', async t => {
  const web = await webContext(t)
  const wanted = await sync(optionsFor(web).options, alex)
  startWorker(t, web.db)
  let reads = 0
  const db = new Proxy(web.db, {
    get(target, name) {
      if (name === 'selectFrom') reads += 1
      const value: unknown = Reflect.get(target, name)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
  const start = calendarWait({ db, timeoutMs: 60_000 })
  let looks = 0
  await Promise.all(
    Array.from({ length: 100 }, async () => {
      await start()(wanted)
      looks += 1
    }),
  )
  t.ok(reads < looks, `${reads} reads for ${looks} answers`)
})

t.test('over HTTP', async t => {
  const web = await runWeb(t, {}, { timeoutMs: 60_000 })
  startWorker(t, web.db)
  const browser = new Browser(web)
  await browser.signIn('alex@example.com')
  const select = (headers = {}) =>
    browser.post('/calendars/select', { calendar_id: 'family' }, headers)

  await t.test('both forms redirect home, also twice at once, and the month is there', async t => {
    const answers = await Promise.all([select(), select(), browser.post('/sync')])
    for (const { statusCode, headers } of answers)
      t.same([statusCode, headers.location], [302, '/'])
    t.match((await browser.get('/')).body, 'class="is-a')
    const many = await Promise.all(Array.from({ length: 100 }, () => browser.post('/sync')))
    t.ok(many.every(({ statusCode, cookies }) => statusCode === 302 && cookies.length === 0))
    const foreign = { origin: 'https://evil.example' }
    t.equal((await select(foreign)).statusCode, 403)
    t.equal((await browser.post('/sync', {}, foreign)).statusCode, 403)
  })

  await t.test('a locked household gives a message, not an error', async t => {
    const [stuck, holding] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const held = householdTransaction(web.db, async trx => {
      holding.resolve()
      // The server closes a connection after ten idle seconds.
      const free = stuck.promise.then(() => true)
      while (!(await Promise.race([free, sleep(200, false)]))) await readSettings(trx)
    })
    await holding.promise
    const waiting = Promise.all([
      select(),
      ...Array.from({ length: 19 }, () => browser.post('/sync')),
    ])
    let waits = true
    void waiting.then(() => (waits = false))
    t.equal((await browser.get('/')).statusCode, 200)
    t.ok(waits, 'pages do not wait with them')
    const [selected, synced] = await waiting
    stuck.resolve()
    await held
    t.same([synced?.statusCode, synced?.headers.location], [302, '/'])
    t.match((await browser.get('/')).body, 'Someone else was changing the plan')
    t.equal(selected.statusCode, 503)
    t.match(selected.body, 'nothing was saved')
  })
})

t.test('a hundred requests during a run schedule one more run', async t => {
  const web = await webContext(t)
  const ask = syncInRounds(optionsFor(web).options)
  const gate = Promise.withResolvers<void>()
  const worker = startWorker(t, web.db, { during: () => gate.promise })
  await ask(alex)
  while (worker.runs() === 0) await sleep(20)
  await Promise.all(Array.from({ length: 100 }, () => ask(alex)))
  gate.resolve()
  const isDone = async () => {
    const { requestNumber, doneNumber } = (await push(web)) ?? {}
    return requestNumber === doneNumber
  }
  while (!(await isDone())) await sleep(20)
  t.equal(worker.runs(), 2)
})
