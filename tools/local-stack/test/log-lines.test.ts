import { createLogger } from '@night-routine/service'
import { readableLines } from '../src/log-lines.ts'
import t from 'tap'

t.test('a structured line becomes a sentence, anything else stays as it is', async t => {
  for (const [line, ...expected] of [
    ['{"level":"info","time":1,"name":"web","msg":"listening"}', 'web  │ listening'],
    ['{"level":"info","method":"GET","ms":3,"msg":"request"}', 'home │ request method=GET ms=3'],
    ['{"level":"warn","name":"vault","msg":"slow"}', 'vault │ warning: slow'],
    ['{"level":"error","msg":"failed","err":{"message":"boom"}}', 'home │ error: failed: boom'],
    ['plain words', 'home │ plain words'],
    ['{half a line', 'home │ {half a line'],
    ['', 'home │ '],
  ] as const)
    t.same(
      readableLines(line, 'home').map(text => text.replace(/ +│/, ' │')),
      expected.map(text => text.replace(/ +│/, ' │')),
    )
})

t.test(
  'a logged failure shows one line if it is a known one, and its stack if it is a bug',
  async t => {
    const lines: string[] = []
    const destination = { write: (line: string) => void lines.push(line.trim()) }
    const logger = createLogger({ name: 'worker', destination })
    logger.warn({ err: Object.assign(new Error('no grant'), { code: 'refused' }) }, 'work failed')
    logger.error({ err: new Error('boom') }, 'work failed')
    const [known = [], bug = []] = lines.map(line => readableLines(line, 'home'))
    t.same(known, ['worker           │ warning: work failed: no grant'])
    t.equal(bug[0], 'worker           │ error: work failed')
    t.equal(bug[1], 'worker           │ Error: boom')
    t.match(bug[2], /│ +at /)
  },
)
