import { setTimeout as sleep } from 'node:timers/promises'
import { transaction, type Database } from '@night-routine/database/connection'
import { claimJob, finishJob, readJobRequests, requestJob } from '@night-routine/database/jobs'
import { testDatabase } from '@night-routine/testing/database'
import t from 'tap'

const lease = { leaseSeconds: 60 }

const rounds = process.env['LONG_TESTS'] ? 200 : 20

t.test('no request is lost, and no two runs overlap, while many come in', async t => {
  const { db } = await testDatabase(t)
  const state = { asking: true, running: 0, overlaps: 0 }
  const worker = async () => {
    while (state.asking || (await unanswered(db))) {
      const claim = await claimJob(db, 'push', lease)
      if (claim) {
        if (++state.running > 1) state.overlaps++
        await sleep(1)
        state.running--
        await finishJob(db, claim)
      } else await sleep(1)
    }
  }
  const workers = [worker(), worker(), worker()]
  await Promise.all(Array.from({ length: 2 * rounds }, () => requestJob(db, 'push')))
  state.asking = false
  await Promise.all(workers)
  t.equal(state.overlaps, 0)
  t.match(await readJobRequests(db), [
    { requestNumber: BigInt(2 * rounds), doneNumber: BigInt(2 * rounds) },
  ])
})

t.test('a request that is not committed yet neither blocks a claim nor is claimed', async t => {
  const { db } = await testDatabase(t)
  await requestJob(db, 'push')
  await transaction(db, async trx => {
    await requestJob(trx, 'push')
    t.equal(await claimJob(db, 'push', lease), undefined, 'skipped, not waited for')
  })
  t.match(await claimJob(db, 'push', lease), { requestNumber: 2n })
})

async function unanswered(db: Database) {
  const [push] = await readJobRequests(db)
  return push !== undefined && push.doneNumber < push.requestNumber
}
