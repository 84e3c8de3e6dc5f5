// npm test: every check, then one last line. `node scripts/test.js PATH …` runs only the tests below these paths.
// With --long, as in npm run test:long: random seeds, every combination, the long tests, and at last npm run mutants.
import { spawnSync } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join, relative } from 'node:path'
import { inspect } from 'node:util'
import { root } from './pnpm.js'
import { whySkipped } from './machine.js'
import { install, turboBeside } from './steps.js'
import { spawnTap, testEnvironment, testFiles } from './tap.js'

const args = process.argv.slice(2)
const long = args.includes('--long')
const paths = args.filter(arg => arg !== '--long').map(path => relative(root, path))
const whole = paths.length === 0
const total = { passed: 0, failed: 0, skipped: 0 }

/** The process of a file. Files that share one run one after the other: to start costs more than most tests. */
function batchOf(file) {
  const part = /^(\w+\/[\w-]+)\/test\//.exec(file)?.[1] ?? 'test'
  const kind = ['.chromium.', '.redis.'].find(name => file.includes(name)) ?? ''
  return (/\.(alone|long)\.test\.ts$/.test(file) ? file : part + kind).replaceAll(/\W+/g, '-')
}

/** Writes a program for each batch, whose subtests are its files, and returns their paths. */
function writeBatches(files) {
  const folder = '.tap/batches'
  rmSync(join(root, folder), { recursive: true, force: true })
  mkdirSync(join(root, folder), { recursive: true })
  return [...new Set(files.map(batchOf))].map(name => {
    const batch = files.filter(file => batchOf(file) === name)
    const lines = batch.map(file => `await t.test('${file}', () => import('../../${file}'))`)
    writeFileSync(join(root, folder, `${name}.ts`), `import t from 'tap'\n${lines.join('\n')}\n`)
    return `${folder}/${name}.ts`
  })
}

/** Runs tap, and prints what fails and when each batch ends. Returns how many failed. */
async function runTests(files, choices) {
  const { Parser } = await import('tap-parser')
  let failed = 0
  const parser = new Parser()
  parser.on('pass', () => (total.passed += 1))
  parser.on('fail', ({ fullname, diag }) => {
    failed += 1
    // A test point without a diagnosis has null here.
    const { diff = '', ...others } = diag ?? {}
    console.log(`FAILED ${fullname}\n${diff}${inspect(others, { depth: 4 })}`)
  })
  parser.on('assert', ({ ok, name, time }) =>
    console.log(`${ok ? ' ' : 'FAILED'} ${name}: ${Math.round(time / 1000)} s`),
  )
  // Most tests wait for servers, timers and browsers. More than two processes for each core get in each other's way.
  const jobs = `--jobs=${2 * availableParallelism()}`
  const child = spawnTap(['--reporter=tap', jobs, ...writeBatches(files)], {
    env: { ...testEnvironment(files), ...choices },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  child.stdout.pipe(parser)
  const [[code]] = await Promise.all([once(child, 'close'), once(parser, 'complete')])
  total.failed += failed
  return failed || code
}

async function tests() {
  const choices = long && {
    LONG_TESTS: '1',
    SEED: process.env.SEED ?? String(randomInt(2 ** 31 - 1)),
  }
  if (long)
    console.log(`the seed is ${choices.SEED}; again: SEED=${choices.SEED} npm run test:long`)
  const files = testFiles({ paths, long })
  if (files.length === 0) throw new Error(`no tests below ${paths.join(', ')}`)
  const skipped = files.map(file => ({ file, reason: whySkipped(file) })).filter(it => it.reason)
  for (const { file, reason } of skipped) console.log(`skipped: ${file}: ${reason}`)
  total.skipped += skipped.length
  const runnable = files.filter(file => skipped.every(it => it.file !== file))
  return runnable.length > 0 ? runTests(runnable, choices) : 0
}

async function step(name, run) {
  console.log(`\n› ${name}`)
  const code = await run()
  console.log(`${name}: ${code === 0 ? 'ok' : 'failed'}, after ${Math.round(process.uptime())} s`)
  total[code === 0 ? 'passed' : 'failed'] += 1
  return code === 0
}

const mutants = () =>
  spawnSync(process.execPath, [join(root, 'scripts/mutants.js')], { stdio: 'inherit' }).status ?? 1

const checks = async () => turboBeside('//#typecheck', '//#lint', '--continue')
if (!whole || (await step('Installing what the lockfile names', install))) {
  // The tests leave a core idle now and then.
  await Promise.all([
    whole && step('Types, lint, import rules, form', checks),
    step('Tests', tests),
  ])
  // Each mutant is a process, so they would slow the other tests down.
  if (whole && long) await step('Mutants', mutants)
}
console.log(`${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped`)
process.exit(total.failed === 0 ? 0 : 1)
