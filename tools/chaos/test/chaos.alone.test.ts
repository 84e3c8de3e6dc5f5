import t from 'tap'
import { shortRun } from './short-run.ts'

// Without Redis, so that it runs on every machine; chaos.redis.test.ts adds what happens to Redis.
t.setTimeout(115_000)
t.test('a short run with the queue on PostgreSQL: model, database and calendar agree', async t => {
  await shortRun(t, { seed: 20_261_121, redisProgram: undefined })
})
