import { readableLines } from '../src/log-lines.ts'
import t from 'tap'

t.test('a structured line becomes a sentence, anything else stays as it is', async t => {
  for (const [line, ...expected] of [
    ['{"level":30,"time":1,"name":"web","msg":"listening"}', 'web  │ listening'],
    ['{"level":30,"method":"GET","ms":3,"msg":"request"}', 'home │ request method=GET ms=3'],
    ['{"level":40,"name":"vault","msg":"slow"}', 'vault │ warning: slow'],
    ['{"level":50,"msg":"failed","err":{"message":"boom"}}', 'home │ error: failed', 'home │ boom'],
    ['plain words', 'home │ plain words'],
    ['{half a line', 'home │ {half a line'],
    ['', 'home │ '],
  ] as const)
    t.same(
      readableLines(line, 'home').map(text => text.replace(/ +│/, ' │')),
      expected.map(text => text.replace(/ +│/, ' │')),
    )
})

t.test('the names of services take the same width', async t => {
  const starts = ['web', 'scheduler-worker'].map(name => readableLines('x', name)[0]?.indexOf('│'))
  t.same(starts, [17, 17])
})
