import { requestWork } from '@night-routine/database'
import { readPushProgress } from '@night-routine/household'
import t from 'tap'
import { now, plan, plannedHousehold } from './pushing.ts'

const publicUrl = 'http://localhost:8080'

t.test('how far a push is, at each step of it', async t => {
  const { db, push } = await plannedHousehold(t, { nights: 5 })
  const progress = async () => {
    const { pending, written } = await readPushProgress(db, { now, publicUrl })
    return { pending: pending.map(night => night.day), written }
  }
  await requestWork(db, 'push')
  t.same(await progress(), { pending: [20, 21, 22, 23, 24], written: 0 })
  await push({ maxCalls: 2 })
  t.same(await progress(), { pending: [22, 23, 24], written: 2 })
  await push()
  t.same(await progress(), { pending: [], written: 5 })

  await plan(db, ['b'])
  t.same(await progress(), { pending: [20], written: 4 }, 'a night that changed waits again')
})

t.test('without a request that waits, nothing counts as written for it', async t => {
  const { db, push } = await plannedHousehold(t, { nights: 2 })
  await push()
  t.same(await readPushProgress(db, { now, publicUrl }), { pending: [], written: 0 })
})
