// npm test: every check, in order, and one last line. `node scripts/test.js PATH …` runs only the tests below
// these paths. With --long, as in npm run test:long: random seeds, every combination, and the long tests.
import { spawn } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { mkdirSync, writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join, relative } from 'node:path'
import { node, root } from './pnpm.js'
import { install, turboBeside } from './steps.js'
import { conditions, startServers, testEnvironment, testFiles } from './tap.js'

const long = process.argv.includes('--long')
const paths = process.argv
  .slice(2)
  .filter(word => word !== '--long')
  .map(path => relative(root, path).replaceAll('\\', '/'))

/** SEED starts every random generator; LONG_TESTS tells a test to leave nothing out. */
const choices = long
  ? { SEED: process.env.SEED ?? String(randomInt(2 ** 31 - 1)), LONG_TESTS: '1' }
  : { SEED: '20261120' }

const total = { passed: 0, failed: 0, skipped: 0 }

/** The process that a file runs in. Files that share one run one after the other. */
function processOf(file) {
  const part = /^(\w+\/[\w-]+)\/test\//.exec(file)?.[1] ?? 'test'
  if (/\.(alone|long)\.test\.ts$/.test(file)) return file
  if (file.includes('.chromium.')) return `${part} (browser)`
  return file.includes('.redis.') ? `${part} (Redis)` : part
}

/** The processes that take longest, the longest last. They start first, so that no core is idle at the end. */
const slow = [
  'packages/household',
  'services/publisher',
  'services/operations',
  'tools/local-stack (browser)',
  'tools/local-stack',
  'services/vault',
  'services/scheduler-worker',
  'tools/chaos',
  'services/web (browser)',
  'services/web',
  'packages/calendar-sync',
]

/** Groups test files into processes, because start-up is half the cost of a small test. */
function batchTests(files) {
  const batches = new Map()
  for (const file of files) {
    const name = processOf(file)
    batches.set(name, [...(batches.get(name) ?? []), file])
  }
  return [...batches].toSorted(([one], [other]) => slow.indexOf(other) - slow.indexOf(one))
}

const entries = '.tap/files'

// tap follows each promise of the process by an async hook, to say in which test a stray error arose. Without the
// hook the tests take 6 % less processor time, and a stray error still fails the run, with its stack.
const withoutHooks = [
  `import hooks from 'node:async_hooks'`,
  `import { syncBuiltinESMExports } from 'node:module'`,
  `const { createHook } = hooks`,
  `const hook = { enable: () => hook, disable: () => hook }`,
  `hooks.createHook = () => hook`,
  `syncBuiltinESMExports()`,
]
const hooksAgain = [`hooks.createHook = createHook`, `syncBuiltinESMExports()`]

/** Writes the program that runs these files one after the other, and says its path. */
function writeEntry(name, files) {
  const path = `${entries}/${name.replaceAll(/\W+/g, '-')}.ts`
  const up = '../'.repeat(path.split('/').length - 1)
  const lines = [
    ...withoutHooks,
    `const { default: t } = await import('tap')`,
    ...hooksAgain,
    `const { default: fc } = await import('fast-check')`,
    `fc.configureGlobal({ seed: Number(process.env['SEED']) })`,
    ...files.map(file => `await t.test('${file}', () => import('${up}${file}'))`),
  ]
  mkdirSync(join(root, entries), { recursive: true })
  writeFileSync(join(root, path), `${lines.join('\n')}\n`)
  return path
}

/** Runs a program of tests to its end. */
async function runEntry(entry, variables) {
  const child = spawn(node, [conditions, entry], {
    cwd: root,
    env: { ...testEnvironment, ...choices, ...variables },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', text => (output += text))
  const [code, signal] = await once(child, 'close')
  return { ok: code === 0, ended: signal ?? code, output }
}

/** The output without the tests that passed. */
function failuresIn(output) {
  let left = output.replaceAll(/^ *ok \d.*\n/gm, '')
  for (let before = ''; before !== left;) {
    before = left
    left = left.replaceAll(/^ *# Subtest: .*\n +1\.\.\d+\n\n?/gm, '')
  }
  return left
}

/** What tap says last: `# { total: 3, pass: 2, fail: 1 }`. */
function countsIn(output) {
  const said = /^# \{ (total: .*) \}$/m.exec(output)?.[1] ?? ''
  const counts = Object.fromEntries(said.split(', ').map(pair => pair.split(': ')))
  return { passed: Number(counts.pass ?? 0), failed: Number(counts.fail ?? 0) }
}

/** Runs test files with private servers, prints a line for each process, and the output of a failed one. Returns how many failed. */
async function runTests(files) {
  const batches = batchTests(files)
  let failures = 0
  const { variables, stop } = await startServers()
  const runNext = async () => {
    for (let batch = batches.shift(); batch; batch = batches.shift()) {
      const [name, each] = batch
      const start = performance.now()
      const { ok, ended, output } = await runEntry(writeEntry(name, each), variables)
      const seconds = ((performance.now() - start) / 1000).toFixed(1)
      if (!ok) console.log(failuresIn(output))
      console.log(
        `${ok ? '  ' : 'FAILED'} ${name}: ${seconds} s${ok ? '' : `, ended with ${ended}`}`,
      )
      const { passed, failed } = countsIn(output)
      total.passed += passed
      failures += ok ? 0 : Math.max(1, failed)
    }
  }
  // Most tests wait for servers, timers and browsers. More than two processes for each core get in each other's way.
  await Promise.all(Array.from({ length: 2 * availableParallelism() }, runNext))
  await stop()
  total.failed += failures
  return failures
}

function finish() {
  console.log(`${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped`)
  process.exit(total.failed === 0 ? 0 : 1)
}

async function step(name, run) {
  console.log(`\n› ${name}`)
  const start = performance.now()
  const code = await run()
  const seconds = ((performance.now() - start) / 1000).toFixed(1)
  console.log(`${name}: ${code === 0 ? 'ok' : `failed with exit code ${code}`}, ${seconds} s`)
  total[code === 0 ? 'passed' : 'failed'] += 1
  return code === 0
}

async function tests() {
  if (long)
    console.log(`the seed is ${choices.SEED}; again: SEED=${choices.SEED} npm run test:long`)
  const { files, left } = testFiles({ paths, long })
  for (const { file, reason } of left) console.log(`skipped: ${file}: ${reason}`)
  total.skipped += left.length
  return runTests(files)
}

const checks = async () => turboBeside('//#typecheck', '//#lint', '--continue')

if (paths.length === 0 && !(await step('Installing what the lockfile names', install))) finish()
// The tests leave a core idle now and then.
await Promise.all([
  ...(paths.length === 0 ? [step('Types, lint, import rules, form', checks)] : []),
  step('Tests', tests),
])
finish()
