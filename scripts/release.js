// npm run release -- 1.2.0: updates the version in every manifest and in infra/kubernetes, and the changelog; commits
// and tags. Pushing the tag starts .github/workflows/release.yml, which tests, builds, signs and publishes.
import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { comesAfter, releasedChangelog, withVersion } from './next-version.js'
import { root } from './pnpm.js'

const git = (...words) => execFileSync('git', words, { cwd: root, encoding: 'utf8' })
const read = path => readFileSync(join(root, path), 'utf8')

function end(reason) {
  console.error(reason)
  process.exit(1)
}

const [next] = process.argv.slice(2)
const { version: last } = JSON.parse(read('package.json'))
if (!comesAfter(next ?? '', last)) end(`Name a version after ${last}: npm run release -- 1.2.0`)
if (git('status', '--porcelain') !== '') end('Commit your changes first.')

const texts = new Map()
// The client of the vault API is published separately, with its own versions.
const parts = ['packages', 'services', 'tools'].flatMap(kind =>
  readdirSync(join(root, kind)).map(part => `${kind}/${part}/package.json`),
)
for (const path of ['package.json', ...parts]) texts.set(path, withVersion(read(path), last, next))
const kustomization = 'infra/kubernetes/kustomization.yaml'
texts.set(kustomization, read(kustomization).replaceAll(/newTag: .*/g, `newTag: ${next}`))
const today = new Date().toISOString().slice(0, 10)
try {
  texts.set('CHANGELOG.md', releasedChangelog(read('CHANGELOG.md'), next, today))
} catch (error) {
  end(error.message)
}

for (const [path, text] of texts) writeFileSync(join(root, path), text)
git('commit', '--quiet', '--message', `Release ${next}`, '--', ...texts.keys())
git('tag', '--annotate', `v${next}`, '--message', `Night Routine ${next}`)
console.log(`Committed and tagged v${next}. To publish it: git push --follow-tags`)
