import { spawnSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { tmpdir } from 'node:os'
import t from 'tap'
import { forbiddenFiles, forbiddenForCompiler } from './forbidden-files.ts'

// Breaks each rule once, in a copy of the repository, and expects the tools to catch it.

const skipped = new Set(['node_modules', 'dist', '.git', '.data', '.turbo', '.tap'])
const copy = mkdtempSync(join(tmpdir(), 'night-routine-fences-'))
t.teardown(() => rmSync(copy, { recursive: true }))
cpSync('.', copy, { recursive: true, filter: path => !skipped.has(basename(path)) })
for (const folder of ['.', ...globSync('{packages,services,tools}/*')])
  if (existsSync(`${folder}/node_modules`))
    symlinkSync(resolve(folder, 'node_modules'), join(copy, folder, 'node_modules'))

function run(...args: string[]) {
  // tap loads itself into child processes; the tools must run without it.
  const command = ['-u', 'NODE_OPTIONS', process.execPath, ...args]
  const { status, stdout, stderr } = spawnSync('env', command, { cwd: copy, encoding: 'utf8' })
  return { status, printed: stdout + stderr }
}

function plant(files: Record<string, string>) {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(join(copy, dirname(path)), { recursive: true })
    writeFileSync(join(copy, path), text)
  }
}

t.test('oxlint catches each forbidden file, by the rule meant for it', async t => {
  const files = Object.assign({}, ...Object.values(forbiddenFiles)) as Record<string, string>
  plant(files)
  const { printed } = run('node_modules/oxlint/bin/oxlint', '--format=json', ...Object.keys(files))
  const { diagnostics } = JSON.parse(printed) as {
    diagnostics: { code: string; filename: string }[]
  }
  for (const [rule, broken] of Object.entries(forbiddenFiles))
    for (const path of Object.keys(broken))
      t.ok(
        diagnostics.some(({ filename, code }) => filename === path && code.includes(`(${rule})`)),
        `${path}: ${rule}`,
      )
})

t.test('the compiler keeps the planner pure, and refuses what is not strict', async t => {
  for (const [message, files] of Object.entries(forbiddenForCompiler)) {
    plant(files)
    const tsc = ['node_modules/typescript/bin/tsc', '--noEmit', '--pretty', 'false']
    const { printed } = run(...tsc, '-p', 'packages/fairness')
    for (const path of Object.keys(files))
      t.match(printed, new RegExp(`${basename(path)}.*${message}`), path)
  }
})

t.test('knip finds unused code, sherif two versions of a library, oxfmt bad form', async t => {
  const unused = 'packages/fairness/src/unused.ts'
  plant({
    [unused]: 'export const orphan = "1";\n',
    'packages/one/package.json': '{"name":"one","private":true,"dependencies":{"same":"1.0.0"}}',
    'packages/two/package.json': '{"name":"two","private":true,"dependencies":{"same":"2.0.0"}}',
  })
  for (const [expected, ...args] of [
    [unused, 'node_modules/knip/bin/knip.js'],
    ['same', 'node_modules/sherif/index.js'],
    [unused, 'node_modules/oxfmt/bin/oxfmt', '--check', 'packages/fairness/src'],
  ] as const) {
    const { status, printed } = run(...args)
    t.not(status, 0)
    t.match(printed, expected)
  }
})

t.test('the shape test catches strays', async t => {
  plant({
    'services/doorless/package.json':
      '{"name":"@night-routine/fairness","dependencies":{"@night-routine/database":"workspace:*"}}',
    'services/web/src/frame/raw.hbs': '<p style="color: red">{{{name}}}</p>',
    'services/publisher/src/jobs/push.ts': 'export function pushJob() {}\n',
  })
  const { printed } = run(resolve('test/shape.test.ts'))
  for (const expected of [
    'services/doorless/src/main.ts',
    'services/web/src/frame/raw.hbs[^]*not ok .* services/web/src/frame/raw.hbs',
    'push: .*services/publisher/src/jobs/push.ts',
    'services/doorless/package.json',
  ])
    t.match(printed, new RegExp(`not ok .* ${expected}`))
})
