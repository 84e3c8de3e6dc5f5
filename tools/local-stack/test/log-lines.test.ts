import { readableLine } from '../src/log-lines.ts'
import t from 'tap'

t.test('a structured line becomes a sentence, anything else stays as it is', async t => {
  for (const [line, expected] of [
    ['{"level":30,"time":1,"name":"web","msg":"listening"}', 'listening'],
    ['{"level":30,"method":"GET","ms":3,"msg":"request"}', 'request method=GET ms=3'],
    ['{"level":40,"msg":"slow"}', 'warning: slow'],
    ['{"level":50,"msg":"failed","err":{"message":"boom"}}', 'error: failed\nboom'],
    ['plain words', 'plain words'],
    ['{half a line', '{half a line'],
    ['', ''],
  ] as const)
    t.equal(readableLine(line), expected)
})
