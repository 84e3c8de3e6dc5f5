import { findRedis } from '@night-routine/servers'
import { startRadicale, startXandikos } from '@night-routine/servers/caldav'
import t from 'tap'
import { checkChaos } from './chaos-run.ts'

const redisProgram = await findRedis(process.env['PATH'] ?? '')
const runs: Record<string, Parameters<typeof checkChaos>[1]> = {
  'with Redis': { steps: 1_000, redisProgram },
  'in one process, day after day': {
    steps: 1_000,
    redisProgram: undefined,
    home: true,
    days: true,
  },
  'at Radicale': { steps: 1_000, redisProgram, caldav: startRadicale },
  'at Xandikos': { steps: 200, redisProgram, caldav: startXandikos },
}

t.setTimeout(4 * 3_600_000)
for (const [where, run] of Object.entries(runs))
  t.test(`a long run ${where}: model, database and calendar agree`, async t => checkChaos(t, run))
