import { findRedis } from '@night-routine/servers'
import { startXandikos } from '@night-routine/servers/caldav'
import t from 'tap'
import { checkChaos } from './chaos-run.ts'

t.setTimeout(3_600_000)
t.test('a run at Xandikos: model, database and calendar agree', async t => {
  const redisProgram = await findRedis(process.env['PATH'] ?? '')
  await checkChaos(t, { steps: 200, redisProgram, caldav: startXandikos })
})
