import { findRedis } from '@night-routine/servers'
import t from 'tap'
import { checkChaos } from './chaos-run.ts'

t.setTimeout(3_600_000)
t.test('a run of 1,000 steps', async t => {
  const redisProgram = await findRedis(process.env['PATH'] ?? '')
  await checkChaos(t, { steps: 1_000, redisProgram })
})
