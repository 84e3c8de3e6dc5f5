import { setTimeout as sleep } from 'node:timers/promises'
import { readJobRequests } from '@night-routine/database/jobs'
import t, { type Test } from 'tap'
import type { Patience } from '../../../src/plugins/wait-for-work.ts'
import { Browser } from '../../browser.ts'
import { runWeb } from '../../running-web.ts'
import { startWorker } from '../../worker.ts'

const typed = { calendar_id: 'family', parent_a: 'Antoine', parent_b: 'Taïna', you: 'a' }

async function open(t: Test, patience: Patience) {
  const web = await runWeb(t, {}, patience)
  const browser = new Browser(web)
  await browser.signIn('alex@example.com')
  return { web, browser }
}

/** A push that waits until the test lets it go. */
async function withSlowCalendar(t: Test) {
  const gate = Promise.withResolvers<void>()
  let passed = 0
  // The calendar answers after the time of the timer, or never.
  const timer = {
    now: () => passed,
    sleep: async (ms: number) => {
      passed += ms
      await sleep(1)
    },
  }
  const { web, browser } = await open(t, { timer })
  startWorker(t, web.db, { during: () => gate.promise })
  t.teardown(gate.resolve)
  const isDone = async () => {
    const push = (await readJobRequests(web.db)).find(({ kind }) => kind === 'push')
    return push !== undefined && push.doneNumber >= push.requestNumber
  }
  return { browser, gate, isDone, passed: () => passed }
}

t.test('a calendar that takes longer than 5 s gets its nights after the answer', async t => {
  const { browser, isDone, passed } = await withSlowCalendar(t)
  t.equal((await browser.post('/calendars/select', typed)).statusCode, 302)
  t.notOk(await isDone())
  t.equal(passed(), 5_000)
  t.match((await browser.get('/')).body, /class="status is-working"/)
  t.equal((await browser.post('/sync')).statusCode, 302)
  t.equal(passed(), 10_000)
})

t.test('our pages, with script, ask for their answer at once', async t => {
  const { browser, isDone, passed } = await withSlowCalendar(t)
  const prefer = { prefer: 'respond-async' }
  const answers = [
    await browser.post('/calendars/select', { ...typed, ...prefer }),
    await browser.post('/calendars/select', { calendar_id: 'family' }, prefer),
    await browser.post('/sync', {}, { prefer: 'wait=10, Respond-Async' }),
  ]
  for (const { statusCode, headers } of answers) {
    t.equal(statusCode, 302)
    t.equal(headers['preference-applied'], 'respond-async')
  }
  t.notOk(await isDone())
  t.equal(passed(), 0)
})

t.test('everyone else gets their answer when the nights are in the calendar', async t => {
  const others: Record<string, string>[] = [
    {},
    { prefer: 'respond-async-not' },
    { prefer: 'return=minimal' },
  ]
  for (const headers of others) {
    const { web, browser } = await open(t, { timeoutMs: 60_000 })
    startWorker(t, web.db)
    const { statusCode, headers: answered } = await browser.post(
      '/calendars/select',
      typed,
      headers,
    )
    t.equal(statusCode, 302)
    t.notOk(answered['preference-applied'])
    const jobs = await readJobRequests(web.db)
    for (const kind of ['channel', 'pull', 'push'] as const) {
      const job = jobs.find(each => each.kind === kind)
      t.ok(job && job.doneNumber >= job.requestNumber, kind)
    }
  }
})
