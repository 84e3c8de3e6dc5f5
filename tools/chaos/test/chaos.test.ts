import { findRedis } from '@night-routine/servers'
import t from 'tap'
import { chaosRun } from './chaos-run.ts'

// On every machine npm test makes one short run: chaos.redis.test.ts, or this one where there is no Redis.
const isLong = process.env['LONG_TESTS'] !== undefined
const hasRedis = (await findRedis(process.env['PATH'] ?? '')) !== undefined

if (isLong || !hasRedis)
  t.test(
    'a short run with the queue on PostgreSQL: model, database and calendar agree',
    async t => {
      await chaosRun(t, { steps: 20, redisProgram: undefined })
    },
  )
