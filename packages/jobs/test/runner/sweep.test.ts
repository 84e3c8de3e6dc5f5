import { claimJob, failJob, requestJob, type JobKind } from '@night-routine/database/jobs'
import { testDatabase } from '@night-routine/testing/database'
import t from 'tap'
import { sweep } from '../../src/runner/start-working.ts'

const kinds = ['plan', 'push'] as const
const nothing = () => undefined

t.test('wakes what is due, here or at another worker', async t => {
  const { db } = await testDatabase(t)
  const woken: JobKind[] = []
  const elsewhere: JobKind[] = []
  const look = () =>
    sweep({
      db,
      kinds,
      wake: kind => woken.push(kind),
      wakeElsewhere: kind => elsewhere.push(kind),
      everySeconds: 30,
    })
  t.equal(await look(), 30)
  await requestJob(db, 'push')
  await requestJob(db, 'pull')
  t.equal(await look(), 30)
  t.same(woken, ['push'])
  t.same(elsewhere, ['pull'], 'wakes the other worker')
  await claimJob(db, 'push', { leaseSeconds: 30 })
  await look()
  t.same(woken, ['push'], 'not claimed work')
})

t.test('sweeps again when a failed run may be retried', async t => {
  const { db } = await testDatabase(t)
  const look = () => sweep({ db, kinds, wake: nothing, wakeElsewhere: nothing, everySeconds: 30 })
  const failure = { code: 'slow-down', facts: {} }
  const fail = async (waitSeconds: number) => {
    await requestJob(db, 'push')
    const claim = await claimJob(db, 'push', { leaseSeconds: 30 })
    if (claim) await failJob(db, claim, { failure, waitSeconds, waitRequired: true })
  }
  await fail(25)
  const soon = await look()
  t.ok(soon > 0.2 && soon <= 25.1, `${soon} s`)
  await db.updateTable('job_requests').set({ next_attempt_at: '2026-11-20T00:00Z' }).execute()
  await fail(120)
  t.equal(await look(), 30, 'a long wait is split into sweeps')
})

t.test('work that becomes due during a sweep is not left until the next one', async t => {
  const { db } = await testDatabase(t)
  await requestJob(db, 'push')
  for (let round = 0; round < 100; round++) {
    const soon = Temporal.Now.instant().add({ microseconds: 250 * (round % 20) })
    await db.updateTable('job_requests').set({ next_attempt_at: soon.toString() }).execute()
    let woken = false
    const wake = () => {
      woken = true
    }
    const seconds = await sweep({ db, kinds, wake, wakeElsewhere: nothing, everySeconds: 30 })
    if (!woken && seconds > 0.5) t.fail(`round ${round}: it sweeps again only in ${seconds} s`)
  }
  t.pass('woken, or swept again at once')
})
