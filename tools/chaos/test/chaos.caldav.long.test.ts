import { findRedis } from '@night-routine/servers'
import { startRadicale, startXandikos } from '@night-routine/servers/caldav'
import t from 'tap'
import { checkChaos } from './chaos-run.ts'

const redisProgram = await findRedis(process.env['PATH'] ?? '')
t.setTimeout(2 * 3_600_000)
t.test('a long run at Radicale: model, database and calendar agree', async t =>
  checkChaos(t, { steps: 1_000, redisProgram, caldav: startRadicale }),
)
t.test('a long run at Xandikos', async t =>
  checkChaos(t, { steps: 200, redisProgram, caldav: startXandikos }),
)
