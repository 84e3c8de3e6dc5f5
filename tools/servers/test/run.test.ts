import t from 'tap'
import { run } from '../src/run.ts'

t.test('what a program prints last is there, also on a busy machine', async t => {
  const args = ['-c', 'printf %100000s end']
  const printed = await Promise.all(Array.from({ length: 40 }, async () => run('sh', args)))
  t.ok(printed.every(text => text.length === 100_000 && text.endsWith('end')))
})

t.test('how a program failed is said in its own words', async t => {
  await t.rejects(run('sh', ['-c', 'echo no room >&2; exit 3']), {
    name: 'ServerError',
    message: 'sh ended with 3: no room',
  })
  await t.rejects(run('no-such-program', []), { message: /^no-such-program cannot be started: / })
})
