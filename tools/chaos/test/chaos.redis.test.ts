import { randomInt } from 'node:crypto'
import { findRedis } from '@night-routine/servers'
import t from 'tap'
import { shortRun } from './short-run.ts'

t.setTimeout(115_000)
t.test('a short run of a random seed, Redis flushed and stopped as well', async t => {
  const redisProgram = await findRedis(process.env['PATH'] ?? '')
  await shortRun(t, { seed: randomInt(2 ** 31 - 1), redisProgram })
})
