// npm test: every check, in order, and one last line. CI runs this and nothing else.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { install, turbo } from './steps.js'
import { node, root } from './pnpm.js'
import { summarizeTap } from './tap-summary.js'
import { tap, testEnvironment, testFiles, withServers } from './tap.js'
import { batchTests } from './batch-tests.js'

const total = { passed: 0, failed: 0, skipped: 0 }

function finish() {
  console.log(`${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped`)
  process.exit(total.failed === 0 ? 0 : 1)
}

async function step(name, run) {
  console.log(`\n› ${name}`)
  const start = performance.now()
  const code = await run()
  const seconds = ((performance.now() - start) / 1000).toFixed(1)
  console.log(`${code === 0 ? 'ok' : `failed with exit code ${code}`}, ${seconds} s`)
  total[code === 0 ? 'passed' : 'failed'] += 1
  return code === 0
}

async function tests() {
  const folders = ['packages', 'services', 'tools'].flatMap(kind =>
    readdirSync(join(root, kind)).map(part => `${kind}/${part}/test`),
  )
  const { files, left } = testFiles([...folders, 'test'])
  for (const { file, reason } of left) console.log(`skipped: ${file}: ${reason}`)
  total.skipped += left.length

  // Most files wait for servers, timers and browsers: two for each core; with
  // more of them, those that measure time go wrong, and nothing is gained.
  const jobs = `--jobs=${2 * availableParallelism()}`
  const words = [tap, '--reporter=tap', '--disable-coverage', '--timeout=300', jobs]
  const run = spawn(node, [...withServers, node, ...words, ...batchTests(files)], {
    cwd: root,
    env: testEnvironment,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = once(run, 'exit')
  const counts = await summarizeTap(run.stdout, console.log)
  const [code] = await ended
  total.passed += counts.pass
  // A skip or a todo inside a file that runs is not announced, so it counts as a failure.
  total.failed += counts.fail + counts.todo
  return code ?? 1
}

if (!(await step('Installing what the lockfile names', install))) finish()
await step('Types, lint, import rules, form', () => turbo('//#typecheck', '//#lint', '--continue'))
await step('Tests', tests)
finish()
