// npm test: types, and every test of a package or a service. npm run lint: everything about form.
// npm run test:system: the whole product, in browsers, on this machine and in containers.
// npm run test:long: all of it with random seeds and every combination, and the mutants.
// `node scripts/test.js PATH …` runs the tests below these paths. One last line says how many passed.
import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join, relative } from 'node:path'
import { inspect } from 'node:util'
import { pnpmBeside, root } from './pnpm.js'
import { whySkipped } from './machine.js'
import { install } from './steps.js'
import { spawnTap, testEnvironment, testFiles } from './tap.js'

const words = process.argv.slice(2)
const long = words.includes('--long')
const paths = words.filter(word => !word.startsWith('--')).map(path => relative(root, path))
const total = { passed: 0, failed: 0, skipped: 0 }

const levelOf = file =>
  file.startsWith('test/')
    ? 'form'
    : /^(tools|services\/home)\/|^services\/operations\/test\/(upgrade|drill)\/|\.(chromium|firefox|webkit)\./.test(
          file,
        )
      ? 'system'
      : 'part'

/** The process of a file. Files that share one run one after the other: to start costs more than most tests. */
function batchOf(file) {
  const part = /^(\w+\/[\w-]+)\/test\//.exec(file)?.[1] ?? 'test'
  const kind = /\.(chromium|firefox|redis|webkit)\./.exec(file)?.[0] ?? ''
  return (/\.(alone|long)\.test\.ts$/.test(file) ? file : part + kind).replaceAll(/\W+/g, '-')
}

/** Writes a program for each batch, whose subtests are its files, and returns their paths. */
function writeBatches(files) {
  const folder = '.tap/batches'
  rmSync(join(root, folder), { recursive: true, force: true })
  mkdirSync(join(root, folder), { recursive: true })
  return [...new Set(files.map(batchOf))].map(name => {
    const batch = files.filter(file => batchOf(file) === name)
    const lines = batch.map(file => `await t.test('${file}', () => import('../../${file}'))\n`)
    writeFileSync(join(root, folder, `${name}.ts`), `import t from 'tap'\n${lines.join('')}`)
    return `${folder}/${name}.ts`
  })
}

const inSeconds = ({ name, time }) => `${name}: ${Math.round(time / 1000)} s`

/** Runs tap. Prints what fails, each batch as it ends, and the slowest files. Returns how many failed. */
async function runTests(files, choices) {
  const { Parser } = await import('tap-parser')
  const batches = writeBatches(files)
  const took = {}
  let [failed, ended] = [0, 0]
  const parser = new Parser()
  parser.on('pass', () => (total.passed += 1))
  parser.on('fail', ({ fullname, diag }) => {
    failed += 1
    // A test point without a diagnosis has null here.
    const { diff = '', ...others } = diag ?? {}
    console.log(`FAILED ${fullname}\n${diff}${inspect(others, { depth: 4 })}`)
  })
  // The tests of a file are beside it in its batch, and after it.
  parser.on('child', batch => {
    let file
    batch.on('assert', ({ name, time }) => {
      if (name.endsWith('.test.ts')) file = name
      took[file] = (took[file] ?? 0) + time
    })
  })
  parser.on('assert', batch => {
    ended += 1
    console.log(`${batch.ok ? ' ' : 'FAILED'} ${ended} of ${batches.length}: ${inSeconds(batch)}`)
  })
  // Most tests wait for servers, timers and browsers. More than two processes for each core get in each other's way.
  const jobs = `--jobs=${2 * availableParallelism()}`
  const child = spawnTap(['--reporter=tap', jobs, ...batches], {
    env: { ...testEnvironment(files), ...choices },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  child.stdout.pipe(parser)
  const [[code]] = await Promise.all([once(child, 'close'), once(parser, 'complete')])
  const slowest = Object.entries(took).toSorted(([, one], [, other]) => other - one)
  console.log('The slowest:')
  for (const [name, time] of slowest.slice(0, 10)) console.log(`  ${inSeconds({ name, time })}`)
  total.failed += failed
  return failed || code
}

async function tests(...levels) {
  const SEED = process.env.SEED ?? String(randomInt(2 ** 31 - 1))
  if (long) console.log(`the seed is ${SEED}; again: SEED=${SEED} npm run test:long`)
  const files = testFiles({ paths, long }).filter(file => levels.includes(levelOf(file)))
  if (files.length === 0) throw new Error(`no tests below ${paths.join(', ')}`)
  const skipped = files.filter(file => whySkipped(file))
  for (const file of skipped) console.log(`skipped: ${file}: ${whySkipped(file)}`)
  total.skipped += skipped.length
  const runnable = files.filter(file => !skipped.includes(file))
  return runnable.length > 0 ? runTests(runnable, long && { LONG_TESTS: '1', SEED }) : 0
}

async function step(name, run) {
  console.log(`\n› ${name}`)
  const code = await run()
  console.log(`${name}: ${code === 0 ? 'ok' : 'failed'}, after ${Math.round(process.uptime())} s`)
  total[code === 0 ? 'passed' : 'failed'] += 1
}

/** The proofs in short form. A machine on which no engine can run skips them, and says why. */
async function containers() {
  const code = await pnpmBeside('run', 'containers', '--short')
  if (code === 2) total.skipped += 1
  return code === 2 ? 0 : code
}

const form = () => pnpmBeside('run', 'form')
const types = () => pnpmBeside('run', 'typecheck')
const mutants = () => pnpmBeside('run', 'mutants')
const all = ['form', 'part', 'system']

if (paths.length > 0) await step('Tests', () => tests(...all))
else {
  await step('Installing what the lockfile names', install)
  if (total.failed > 0) process.exit(1)
  if (long || words.includes('--lint')) await step('Lint, format, links, unused code', form)
  if (words.includes('--lint')) await step('Documents, imports, deployment', () => tests('form'))
  else if (words.includes('--system')) await step('Tests', () => tests('system'))
  // The tests leave a core idle now and then.
  else
    await Promise.all([
      step('Types', types),
      step('Tests', () => tests(...(long ? all : ['part']))),
    ])
  if (words.includes('--system')) await step('Containers', containers)
  // Each mutant is a process, so they would slow the other tests down.
  if (long) await step('Mutants', mutants)
}
console.log(`${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped`)
process.exit(total.failed === 0 ? 0 : 1)
