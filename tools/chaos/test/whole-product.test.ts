import { chaosAt, Visitor } from '@night-routine/chaos'
import t from 'tap'
import { checkChaos } from './chaos-run.ts'
import { redisProgram, seen, stack } from './shared-stack.ts'

// In this order: a stack that has lived through chaos has other settings.
await import('./restore.ts')
await import('./travelling-edit.ts')

t.test('a short run of chaos: model, database and calendar agree', async t =>
  checkChaos(t, { steps: 20, redisProgram, enter }, options => chaosAt(stack, options)),
)

async function enter() {
  const visitor = new Visitor(stack.webUrls, stack.control)
  await visitor.signIn('alex@example.com')
  return { visitor, seen }
}
