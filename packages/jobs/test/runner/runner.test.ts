import { setTimeout as sleep } from 'node:timers/promises'
import { claimJob, readJobRequests, requestJob } from '@night-routine/database/jobs'
import { testDatabase } from '@night-routine/testing/database'
import { createLogger } from '@night-routine/service'
import t from 'tap'
import { createRunner, type Job } from '../../src/runner/runner.ts'

async function runnerFor(t: Parameters<typeof testDatabase>[0], job: Job) {
  const { db } = await testDatabase(t)
  let ended = 0
  const lines: string[] = []
  const destination = { write: (line: string) => void lines.push(line) }
  const runner = createRunner({
    db,
    jobs: { push: job },
    leaseSeconds: 30,
    failureOf: () => ({ code: 'unexpected', facts: {} }),
    logger: createLogger({ name: 'test', destination }),
    onEnd: () => (ended += 1),
  })
  t.teardown(() => runner.close())
  return { db, runner, lines, ended: () => ended }
}

t.test('many wake-ups at once run one after the other, and none is missed', async t => {
  let runs = 0
  let atOnce = 0
  const started = Promise.withResolvers<void>()
  const gate = Promise.withResolvers<void>()
  const { db, runner } = await runnerFor(t, async () => {
    runs += 1
    atOnce += 1
    t.equal(atOnce, 1)
    started.resolve()
    await gate.promise
    atOnce -= 1
  })
  await requestJob(db, 'push')
  const all = [runner.wake('push')]
  await started.promise
  for (let click = 0; click < 4; click++) {
    await requestJob(db, 'push')
    all.push(runner.wake('push'))
  }
  gate.resolve()
  await Promise.all(all)
  t.equal(runs, 2)
  t.match(await readJobRequests(db), [{ requestNumber: 5n, doneNumber: 5n }])
})

t.test('reports the end of a run, so that a sweep finds what the run requested', async t => {
  const { db, runner, ended } = await runnerFor(t, async () => {})
  await requestJob(db, 'push')
  await runner.wake('push')
  t.equal(ended(), 1)
  await runner.wake('plan')
  t.equal(ended(), 1, 'unknown work is left to other workers')
})

t.test('logs why work failed', async t => {
  const { db, runner, lines } = await runnerFor(t, () => Promise.reject(new Error('boom')))
  await requestJob(db, 'push')
  await runner.wake('push')
  const entry = lines.find(line => line.includes('"msg":"work failed"')) ?? '{}'
  t.match(JSON.parse(entry), { kind: 'push', reason: 'unexpected', err: { message: 'boom' } })
  t.notMatch(entry, 'redacted')
})

t.test('logs a database that is down, and leaves the work to the sweep', async t => {
  const { db, runner, lines, ended } = await runnerFor(t, async () => {})
  await requestJob(db, 'push')
  await db.destroy()
  await runner.wake('push')
  t.equal(ended(), 0)
  t.match(lines.at(-1), 'run aborted by a database error')
})

t.test('closing releases the current work at once and starts no more', async t => {
  const started = Promise.withResolvers<void>()
  let runs = 0
  const { db, runner } = await runnerFor(t, ({ signal }) => {
    runs += 1
    started.resolve()
    return sleep(60_000, undefined, { signal })
  })
  await requestJob(db, 'push')
  const run = runner.wake('push')
  await started.promise
  await runner.close()
  await run
  const stopped = { running: false, doneNumber: 0n, lastError: { code: 'status.restarted' } }
  t.match(await readJobRequests(db), [stopped])
  t.ok(await claimJob(db, 'push', { leaseSeconds: 1 }), 'the next worker can claim it now')
  await requestJob(db, 'push')
  await runner.wake('push')
  t.equal(runs, 1)
})
