import t from 'tap'
import { run } from '../src/run.ts'

t.test('how a program failed is said in its own words', async t => {
  await t.rejects(run('sh', ['-c', 'echo no room >&2; exit 3']), {
    name: 'ServerError',
    message: 'sh ended with 3: no room',
  })
  await t.rejects(run('no-such-program', []), { message: /^no-such-program cannot be started: / })
})
