import { findRedis } from '@night-routine/servers'
import t from 'tap'
import { chaosRun } from './chaos-run.ts'

t.test('a short run, Redis flushed and stopped as well', async t => {
  const redisProgram = await findRedis(process.env['PATH'] ?? '')
  await chaosRun(t, { steps: 20, redisProgram })
})
