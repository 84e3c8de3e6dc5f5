// npm test: every check, in order, and one last line. CI runs this and nothing else.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { install, turbo } from './steps.js'
import { node, root } from './pnpm.js'
import { tapTotals } from './tap-summary.js'
import { tap, testEnvironment, testFiles, withServers } from './tap.js'

const total = { passed: 0, failed: 0, skipped: 0 }

function finish() {
  console.log(`${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped`)
  process.exit(total.failed === 0 ? 0 : 1)
}

function step(name, run) {
  console.log(`\n› ${name}`)
  const began = performance.now()
  const code = run()
  const seconds = ((performance.now() - began) / 1000).toFixed(1)
  console.log(`${code === 0 ? 'ok' : `failed with exit code ${code}`}, ${seconds} s`)
  total[code === 0 ? 'passed' : 'failed'] += 1
  return code === 0
}

function tests() {
  const folders = ['packages', 'services'].flatMap(kind =>
    readdirSync(join(root, kind)).map(part => `${kind}/${part}/test`),
  )
  const { files, left } = testFiles([...folders, 'test'])
  for (const { file, reason } of left) console.log(`skipped: ${file}: ${reason}`)
  total.skipped += left.length

  const folder = mkdtempSync(join(tmpdir(), 'night-routine-tap-'))
  const output = join(folder, 'output.tap')
  const words = [tap, '--reporter=terse', '--disable-coverage', `--output-file=${output}`, ...files]
  const { status } = spawnSync(node, [...withServers, node, ...words], {
    cwd: root,
    env: testEnvironment,
    stdio: 'inherit',
  })
  const counts = tapTotals(readFileSync(output, 'utf8'))
  rmSync(folder, { recursive: true })
  total.passed += counts.pass
  // A skip or a todo inside a file that runs is a hole nobody announced.
  total.failed += counts.fail + counts.todo
  return status ?? 1
}

if (!step('Installing what the lockfile names', install)) finish()
if (!step('Building', () => turbo('build'))) finish()
step('Types, lint, import rules, form', () => turbo('//#typecheck', '//#lint', '--continue'))
step('Tests', tests)
finish()
