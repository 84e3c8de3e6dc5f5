import { findRedis } from '@night-routine/servers'
import { startRadicale } from '@night-routine/servers/caldav'
import t from 'tap'
import { chaosRun } from './chaos-run.ts'

// 1,000 steps in npm run test:long.
const steps = process.env['LONG_TESTS'] === undefined ? 20 : 1_000

t.setTimeout(3_600_000)
t.test('a run at Radicale: model, database and calendar agree', async t => {
  const redisProgram = await findRedis(process.env['PATH'] ?? '')
  await chaosRun(t, { steps, redisProgram, caldav: startRadicale })
})
