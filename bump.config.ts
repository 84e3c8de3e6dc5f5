// npm run release -- 1.2.0: writes the version, moves the changelog's unreleased entries to it, commits and tags. The
// tag starts .github/workflows/release.yml: git push --follow-tags
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
    state.updatedFiles.push('CHANGELOG.md')
  },
  noGitCheck: false,
  printCommits: false,
  commit: 'Release %s',
  tag: 'v%s',
  push: false,
})
