import { Readable } from 'node:stream'
import t from 'tap'
import { reportProofs } from '../src/proof/report.ts'

const tap = `TAP version 14
# Subtest: it starts
    ok 1 - one
    # figure: 26 s
    # transcript: $ npm start
    # transcript:     ready
    1..1
ok 1 - it starts # time=26001.5ms

ok 2 - it flies # SKIP no wings

# Subtest: it stops
    not ok 1 - in time
      ---
      expected: 5
      ...
    1..1
not ok 3 - it stops # time=5.1ms

1..3
`

async function report(text: string) {
  const lines: string[] = []
  const counts = await reportProofs(Readable.from([text]), line => lines.push(line))
  return { counts, text: lines.join('\n') }
}

t.test('each proof has a line with its figure, and a failed one all that it said', async t => {
  const { counts, text } = await report(tap)
  t.strictSame(counts, { passed: 1, failed: 1, skipped: 1 })
  t.match(text, 'ok      it starts: 26 s (26.0 s)')
  t.match(text, 'it starts: 26 s (26.0 s)\n        $ npm start\n            ready\n')
  t.match(text, 'skipped it flies: no wings')
  t.match(text, 'expected: 5')
  t.match(text, 'FAILED  it stops')
  t.notMatch(text, 'ok 1 - one')
})

t.test('what a file says that ends before its first proof is printed', async t => {
  const { counts, text } = await report('Error: the installation did not start\n')
  t.strictSame(counts, { passed: 0, failed: 0, skipped: 0 })
  t.match(text, 'the installation did not start')
})
