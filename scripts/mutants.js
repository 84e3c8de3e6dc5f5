// npm run mutants [-- name …]: changes the pure modules in one place at a time (StrykerJS), and fails where the tests
// notice too few of these mutants.
import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { install } from './steps.js'
import { compileCache, node, root } from './pnpm.js'

const code = install()
if (code !== 0) process.exit(code)

const { leastScore, modules, explained } = JSON.parse(
  readFileSync(join(root, 'scripts/mutants.json'), 'utf8'),
)
const stryker = join(root, 'node_modules/@stryker-mutator/core/bin/stryker.js')

/** The lines of a file without these functions, as Stryker's ranges. */
function linesWithout(file, functions) {
  const lines = readFileSync(join(root, file), 'utf8').split('\n')
  const gaps = functions.map(name => {
    const from = lines.findIndex(line => new RegExp(`function ${name}\\(`).test(line))
    if (from === -1) throw new Error(`${file} has no function ${name}`)
    return { from, to: lines.indexOf('}', from) }
  })
  const starts = [1, ...gaps.map(({ to }) => to + 2)]
  const ends = [...gaps.map(({ from }) => from), lines.length]
  return starts.map((start, index) => `${start}-${ends[index]}`)
}

/** The files of a module with their mutants; null if Stryker failed. */
function runStryker({ name, part, mutate, tests }) {
  const folder = join(root, part)
  const temporary = join(folder, '.stryker-tmp')
  const report = join(temporary, 'report.json')
  mkdirSync(temporary, { recursive: true })
  const config = {
    plugins: ['@stryker-mutator/tap-runner'],
    testRunner: 'tap',
    tap: {
      testFiles: tests.map(test => `test/${test}.test.ts`),
      nodeArgs: ['--conditions=night-routine', '-r', '{{hookFile}}', '{{testFile}}'],
      forceBail: true,
    },
    mutate,
    coverageAnalysis: 'perTest',
    concurrency: 2,
    // A busy machine is no reason to call a mutant killed; endless loops end at Stryker's limit of hits.
    timeoutMS: 60_000,
    dryRunTimeoutMinutes: 20,
    tempDirName: '.stryker-tmp/run',
    reporters: ['json'],
    jsonReporter: { fileName: report },
    // Without this Stryker looks for the programming interface of an older TypeScript.
    tsconfigFile: 'none.json',
  }
  writeFileSync(join(temporary, 'config.json'), JSON.stringify(config))
  try {
    const { status } = spawnSync(node, [stryker, 'run', join(temporary, 'config.json')], {
      cwd: folder,
      stdio: 'inherit',
      // The runner starts `node`, which has to be the pinned one.
      env: {
        ...process.env,
        ...compileCache,
        PATH: [dirname(node), process.env.PATH].join(delimiter),
      },
    })
    if (status !== 0) {
      console.error(`Stryker failed at ${name}.`)
      return null
    }
    return JSON.parse(readFileSync(report, 'utf8')).files
  } finally {
    rmSync(temporary, { recursive: true, force: true })
  }
}

const isAlive = ({ status }) => ['Survived', 'NoCoverage'].includes(status)

/** The place of a mutant as Stryker's range: its columns start at 0 there, and at 1 in a report. */
const rangeOf = ({ location: { start, end } }) =>
  `${start.line}:${start.column - 1}-${end.line}:${end.column - 1}`

/** The files of a module with their mutants: first with the quick tests, what survives also with the slow ones. */
function runModule({ name, part, files, tests, slowTests = [], needServer = [] }) {
  const mutate = files.flatMap(file =>
    needServer.length === 0
      ? file
      : linesWithout(join(part, file), needServer).map(lines => `${file}:${lines}`),
  )
  const found = runStryker({ name, part, mutate, tests })
  const survivors = Object.entries(found ?? {}).flatMap(([file, { mutants }]) =>
    mutants.filter(isAlive).map(mutant => ({ file, mutant, range: rangeOf(mutant) })),
  )
  if (slowTests.length === 0 || survivors.length === 0) return found
  const ranges = [...new Set(survivors.map(({ file, range }) => `${file}:${range}`))]
  const again = runStryker({ name, part, mutate: ranges, tests: slowTests })
  if (again === null) return null
  for (const { file, mutant, range } of survivors) {
    const same = again[file].mutants.find(
      one => rangeOf(one) === range && one.replacement === mutant.replacement,
    )
    mutant.status = same.status
  }
  return found
}

/** The text that a mutant replaces. */
function replaced(source, { start, end }) {
  const lines = source.split('\n').slice(start.line - 1, end.line)
  lines[lines.length - 1] = lines.at(-1).slice(0, end.column - 1)
  lines[0] = lines[0].slice(start.column - 1)
  return lines.join('\n')
}

/** The explanations of mutants that survived. */
const used = new Set()

function isExplained(one) {
  const found = explained.find(
    it => it.file === one.file && it.from === one.from && it.to === one.to,
  )
  if (found !== undefined) used.add(found)
  return found !== undefined
}

/** The mutants of a file: how many, how many were killed, and those that survived without an explanation. */
function judge(file, { source, mutants }) {
  const counted = mutants.filter(({ status }) => status !== 'Ignored')
  const alive = counted.filter(isAlive).map(({ location, replacement }) => ({
    file,
    line: location.start.line,
    from: replaced(source, location).replaceAll(/\s+/g, ' '),
    to: replacement.replaceAll(/\s+/g, ' '),
  }))
  const unexplained = alive.filter(one => !isExplained(one))
  const killed = counted.length - alive.length
  const equivalent = alive.length - unexplained.length
  const judged = Math.max(1, counted.length - equivalent)
  const row = { file, mutants: counted.length, killed, explained: equivalent }
  const score = Math.floor((100 * killed) / judged)
  return { row: { ...row, survived: unexplained.length, score }, unexplained }
}

const wanted = process.argv.slice(2)
const chosen = modules.filter(({ name }) => wanted.length === 0 || wanted.includes(name))
if (chosen.length === 0) {
  console.error(`Modules: ${modules.map(({ name }) => name).join(', ')}`)
  process.exit(1)
}
const rows = []
for (const module of chosen) {
  // The survivors stand there at once, and what fails at one module leaves those of the others.
  const files = runModule(module)
  if (files === null) process.exitCode = 1
  for (const [name, result] of Object.entries(files ?? {})) {
    const { row, unexplained } = judge(join(module.part, name), result)
    rows.push(row)
    for (const { file, line, from, to } of unexplained)
      console.log(`survived: ${file}:${line}: ${from} → ${to}`)
  }
}
const judged = new Set(rows.map(({ file }) => file))
for (const it of explained.filter(one => judged.has(one.file) && !used.has(one)))
  console.log(`explained, but did not survive: ${it.file}: ${it.from} → ${it.to}`)
console.table(rows)
const weak = rows.filter(({ score }) => score < leastScore)
for (const { file, score } of weak) console.log(`${file}: ${score} % is below ${leastScore} %`)
if (weak.length > 0) process.exitCode = 1
