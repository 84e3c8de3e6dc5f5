import t from 'tap'
import { run } from './run.ts'

t.test('a missing or unknown command prints the usage and ends with 2', async t => {
  for (const words of [[], ['frobnicate'], ['--help']]) {
    const { code, said } = await run(words)
    t.equal(code, 2)
    for (const command of ['migrate', 'doctor', 'backup', 'restore', 'keys'])
      t.match(said, new RegExp(`^${command}\\b`, 'm'))
  }
})
