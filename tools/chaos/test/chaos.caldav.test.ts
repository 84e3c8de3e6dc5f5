import { moveIn } from '@night-routine/chaos'
import { findRedis } from '@night-routine/servers'
import { startRadicale } from '@night-routine/servers/caldav'
import t from 'tap'
import { checkChaos } from './chaos-run.ts'
import { editElsewhere } from './other-client.ts'

// 1,000 steps in npm run test:long.
const steps = process.env['LONG_TESTS'] === undefined ? 20 : 1_000

t.setTimeout(3_600_000)
t.test('a run at Radicale: model, database and calendar agree', async t => {
  const redisProgram = await findRedis(process.env['PATH'] ?? '')
  await checkChaos(t, {
    steps,
    redisProgram,
    caldav: startRadicale,
    async enter(stack) {
      const home = await moveIn(stack)
      await t.test('a title that another client changed reaches the month page', async t =>
        editElsewhere(t, stack, home.visitor),
      )
      return home
    },
  })
})
