import { writeFileSync } from 'node:fs'
import t from 'tap'
import { whyNodeCannotRun } from '../scripts/steps.js'

t.test('the first steps say in one sentence why the pinned Node cannot run', async t => {
  const program = `${t.testdir()}/node`
  const cannot = (library: string) => {
    const words = `${program}: error while loading shared libraries: ${library}: cannot open shared object file`
    writeFileSync(program, `#!/bin/sh\necho '${words}' >&2\nexit 127\n`, { mode: 0o755 })
    return whyNodeCannotRun(program)
  }
  t.equal(whyNodeCannotRun(process.execPath), undefined)
  t.equal(
    cannot('libatomic.so.1'),
    'Node 26 needs the library libatomic: install it with apt-get install libatomic1, then run this again.',
  )
  t.match(cannot('libdl.so.2'), /^The pinned Node does not run on this machine: .*libdl\.so\.2/)
  t.match(whyNodeCannotRun('/nowhere/node'), /does not run on this machine: .*ENOENT/)
})
