import t from 'tap'
import { chaosRun } from './chaos-run.ts'

// Without Redis, so that it runs on every machine; chaos.redis.test.ts adds what happens to Redis.
t.test('a short run with the queue on PostgreSQL: model, database and calendar agree', async t => {
  await chaosRun(t, { steps: 20, redisProgram: undefined })
})
