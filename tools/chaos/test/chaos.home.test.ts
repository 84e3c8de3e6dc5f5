import t from 'tap'
import { checkChaos } from './chaos-run.ts'

// 1,000 steps in npm run test:long.
const steps = process.env['LONG_TESTS'] === undefined ? 20 : 1_000

t.setTimeout(3_600_000)
t.test('a run in one process, day after day: model, database and calendar agree', async t =>
  checkChaos(t, { steps, redisProgram: undefined, home: true, days: true }),
)
