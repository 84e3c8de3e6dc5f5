import t from 'tap'
import { run } from './run.ts'

t.test('a missing or unknown command prints the usage and ends with 2', async t => {
  for (const args of [[], ['frobnicate'], ['--help']]) {
    const { code, said } = await run(args)
    t.equal(code, 2)
    for (const command of ['migrate', 'doctor', 'backup', 'restore', 'keys'])
      t.match(said, new RegExp(`^${command}\\b`, 'm'))
  }
})
