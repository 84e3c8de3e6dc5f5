import { findRedis } from '@night-routine/servers'
import t from 'tap'
import { checkChaos } from './chaos-run.ts'

t.setTimeout(2 * 3_600_000)
t.test('a long run with Redis: model, database and calendar agree', async t =>
  checkChaos(t, { steps: 1_000, redisProgram: await findRedis(process.env['PATH'] ?? '') }),
)
t.test('a long run in one process, day after day', async t =>
  checkChaos(t, { steps: 1_000, redisProgram: undefined, home: true, days: true }),
)
