import { requestJob } from '@night-routine/database/jobs'
import { readPushProgress } from '@night-routine/calendar-sync'
import t from 'tap'
import { now, plan, plannedHousehold, unplan, visible } from './pushing.ts'

t.test(
  'reports the progress of a push, which removes the nearest surplus nights first',
  async t => {
    const { db, control, push } = await plannedHousehold(t, { nights: 8 })
    const progress = async () => {
      const facts = { now, publicUrl: 'http://localhost:8080' }
      const { pending, written } = await readPushProgress(db, facts)
      return { pending: pending.map(night => night.day), written }
    }
    await requestJob(db, 'push')
    t.same(await progress(), { pending: [20, 21, 22, 23, 24, 25, 26, 27], written: 0 })
    await push({ maxCalls: 2 })
    t.same(await progress(), { pending: [22, 23, 24, 25, 26, 27], written: 2 })
    await push()
    t.same(await progress(), { pending: [], written: 8 })

    await unplan(db, 4, 5, 6, 7)
    await plan(db, ['b'])
    t.same(await progress(), { pending: [20, 24, 25, 26, 27], written: 3 })
    t.same((await push({ maxCalls: 3 })).calls, ['PATCH', 'DELETE', 'DELETE'])
    t.same(await progress(), { pending: [26, 27], written: 6 })
    await push()
    t.equal(visible(await control.events('family')).length, 4)
    await db.deleteFrom('job_requests').execute()
    t.same(await progress(), { pending: [], written: 0 }, 'nothing is written without a request')
  },
)
