import { spawnSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { tmpdir } from 'node:os'
import t from 'tap'
import type { Test } from 'tap'
import { forbiddenFiles } from './forbidden-files.ts'

// Breaks each rule once, in a copy of the repository, and expects the tools to catch it.

const left = new Set(['node_modules', 'dist', '.git', '.data', '.turbo', '.tap'])

function copyOfRepository(t: Test) {
  const copy = mkdtempSync(join(tmpdir(), 'night-routine-fences-'))
  t.teardown(() => rmSync(copy, { recursive: true }))
  cpSync('.', copy, { recursive: true, filter: path => !left.has(basename(path)) })
  const parts = ['packages', 'services', 'tools'].flatMap(kind =>
    readdirSync(kind).map(part => join(kind, part)),
  )
  for (const folder of ['.', ...parts]) {
    const modules = join(folder, 'node_modules')
    if (existsSync(modules)) symlinkSync(join(process.cwd(), modules), join(copy, modules))
  }
  return copy
}

// tap loads itself into child processes; the tools must run without it.
const untouched = ['-u', 'NODE_OPTIONS', process.execPath]

function runIn(copy: string, program: string, ...words: string[]) {
  const path = join(process.cwd(), 'node_modules', program)
  const { status, stdout, stderr } = spawnSync('env', [...untouched, path, ...words], {
    cwd: copy,
    encoding: 'utf8',
  })
  return { status, printed: stdout + stderr }
}

function plant(copy: string, files: Record<string, string>) {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(join(copy, dirname(path)), { recursive: true })
    writeFileSync(join(copy, path), text)
  }
}

t.test('oxlint catches each forbidden file, by the rule meant for it', async t => {
  const copy = copyOfRepository(t)
  plant(
    copy,
    Object.fromEntries(Object.entries(forbiddenFiles).map(([path, [, source]]) => [path, source])),
  )
  const planted = Object.keys(forbiddenFiles)
  const { printed } = runIn(copy, 'oxlint/bin/oxlint', '--format=json', ...planted)
  const { diagnostics } = JSON.parse(printed) as {
    diagnostics: { code: string; filename: string }[]
  }
  for (const [path, [rule]] of Object.entries(forbiddenFiles)) {
    if (rule === '') continue
    const codes = diagnostics.filter(({ filename }) => filename === path).map(({ code }) => code)
    t.ok(
      codes.some(code => code.includes(`(${rule})`)),
      `${path}: ${rule}`,
      { codes },
    )
  }
})

t.test('the planner compiles without process, network and timers', async t => {
  const copy = copyOfRepository(t)
  const words = ['process', 'console', 'fetch', 'setTimeout', 'URL']
  const files = words.map(word => [
    `packages/fairness/src/uses-${word.toLowerCase()}.ts`,
    `export const x = ${word}\n`,
  ])
  plant(copy, Object.fromEntries(files))
  const { status, printed } = runIn(
    copy,
    'typescript/bin/tsc',
    '-p',
    'packages/fairness',
    '--noEmit',
  )
  t.not(status, 0)
  for (const word of words)
    t.match(printed, new RegExp(`uses-${word.toLowerCase()}\\.ts.*'${word}'`))
})

t.test('the compiler refuses non-erasable syntax and unchecked indexing', async t => {
  const copy = copyOfRepository(t)
  plant(copy, {
    'packages/fairness/src/has-an-enum.ts': 'export enum Parent {\n  A,\n  B,\n}\n',
    'packages/fairness/src/indexes.ts':
      'export const first = (list: string[]): string => list[0]\n',
    'packages/fairness/src/optional.ts':
      'interface Away {\n  night?: string\n}\nexport const away: Away = { night: undefined }\n',
  })
  const { printed } = runIn(copy, 'typescript/bin/tsc', '-p', 'packages/fairness', '--noEmit')
  t.match(printed, /has-an-enum\.ts.*erasableSyntaxOnly/)
  t.match(printed, /indexes\.ts.*TS2322/)
  t.match(printed, /optional\.ts.*exactOptionalPropertyTypes/)
})

t.test('knip finds unused code', async t => {
  const copy = copyOfRepository(t)
  plant(copy, { 'packages/fairness/src/unused.ts': 'export const orphan = 1\n' })
  const { status, printed } = runIn(copy, 'knip/bin/knip.js')
  t.not(status, 0)
  t.match(printed, 'fairness/src/unused.ts')
})

t.test('sherif finds two versions of one library', async t => {
  const copy = copyOfRepository(t)
  for (const [part, version] of [
    ['one', '1.0.0'],
    ['two', '2.0.0'],
  ])
    plant(copy, {
      [`packages/${part}/package.json`]: JSON.stringify({
        name: part,
        private: true,
        dependencies: { same: version },
      }),
    })
  const { status, printed } = runIn(copy, 'sherif/index.js')
  t.not(status, 0)
  t.match(printed, 'same')
})

t.test('prettier finds unformatted code', async t => {
  const copy = copyOfRepository(t)
  plant(copy, { 'packages/fairness/src/form.ts': 'export const x = "1";\n' })
  const { status, printed } = runIn(
    copy,
    'prettier/bin/prettier.cjs',
    '--check',
    'packages/fairness/src',
  )
  t.not(status, 0)
  t.match(printed, 'form.ts')
})

t.test(
  'the shape test catches a service without doors, raw HTML, a job without a worker and a stray import',
  async t => {
    const copy = copyOfRepository(t)
    plant(copy, {
      'services/doorless/package.json': JSON.stringify({
        name: '@night-routine/fairness',
        description: 'x',
        dependencies: { '@night-routine/database': 'workspace:*' },
      }),
      'services/web/src/routes/raw.hbs': '<p style="color: red">{{{name}}}</p>',
      'packages/jobs/src/kinds/orphan.ts': 'export {}\n',
    })
    const path = join(process.cwd(), 'test', 'shape.test.ts')
    const { stdout } = spawnSync('env', [...untouched, path], {
      cwd: copy,
      encoding: 'utf8',
    })
    for (const expected of [
      /not ok .* services\/doorless\/src\/main\.ts/,
      /not ok .* services\/web\/src\/routes\/raw\.hbs[\s\S]*not ok .* services\/web\/src\/routes\/raw\.hbs/,
      /not ok .* packages\/jobs\/src\/kinds\/orphan\.ts/,
      /not ok .* services\/doorless\/package\.json/,
    ])
      t.match(stdout, expected)
  },
)
