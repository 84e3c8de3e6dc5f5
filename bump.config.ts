// npm run release -- 1.2.0: writes the version, moves the changelog's unreleased entries to it, keeps a household of it
// for the tests of later migrations, commits and tags. The tag starts .github/workflows/release.yml:
// git push --follow-tags
import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { defineConfig } from 'bumpp'

function releaseChangelog(version: string) {
  const text = readFileSync('CHANGELOG.md', 'utf8')
  const heading = '## [Unreleased]\n'
  const [, entries = ''] = text.split(heading)
  if (/^\s*(?:## |$)/.test(entries)) throw new Error('CHANGELOG.md has nothing under "Unreleased".')
  const today = new Date().toISOString().slice(0, 10)
  writeFileSync('CHANGELOG.md', text.replace(heading, `${heading}\n## [${version}] - ${today}\n`))
}

/** No clock that is right can be before this day. */
function writeBuildDay() {
  const file = 'packages/service/src/start.ts'
  const text = readFileSync(file, 'utf8')
  const today = new Date().toISOString().slice(0, 10)
  writeFileSync(file, text.replace(/(builtAt: Temporal\.Instant\.from\(')[\d-]+/, `$1${today}`))
  return file
}

function run(program: string, ...args: string[]) {
  const { status } = spawnSync(program, args, { stdio: 'inherit' })
  if (status !== 0) throw new Error(`${program} ${args.join(' ')} failed.`)
}

/** @returns the folder */
function keepHousehold(version: string): string {
  const tests = 'services/operations/test/upgrade'
  const folder = `${tests}/releases/${version}`
  run('env', `WRITE_RELEASE=${version}`, 'node', 'scripts/test.js', tests)
  run('git', 'add', folder)
  return folder
}

export default defineConfig({
  files: [
    'package.json',
    '{packages,services,tools}/*/package.json',
    // The client of the vault API has its own versions.
    '!packages/vault-api/package.json',
    'infra/kubernetes/kustomization.yaml',
  ],
  execute: ({ state }) => {
    releaseChangelog(state.newVersion)
    state.updatedFiles.push('CHANGELOG.md', writeBuildDay(), keepHousehold(state.newVersion))
  },
  noGitCheck: false,
  printCommits: false,
  commit: 'Release %s',
  tag: 'v%s',
  push: false,
})
