import { existsSync, globSync, readFileSync } from 'node:fs'
import t from 'tap'

const base = ['service', 'database', 'jobs', 'household', 'wording']
const sync = [...base, 'calendar', 'calendar-sync']

/**
 * Which workspace packages each part may depend on; oxlint.config.ts has the owners of libraries. Tools may
 * depend on everything, except those listed here, because the tests of every part use them.
 */
const mayImport: Record<string, string[]> = {
  fairness: [],
  wording: ['fairness'],
  database: ['fairness'],
  service: [],
  jobs: ['service', 'database'],
  notifications: ['database', 'service', 'wording'],
  'vault-api': [],
  calendar: ['fairness', 'service', 'wording'],
  household: ['fairness', 'wording', 'database', 'calendar', 'service'],
  'calendar-sync': ['fairness', 'wording', 'database', 'calendar', 'household'],
  web: [...sync, 'fairness', 'notifications'],
  'scheduler-worker': [...sync, 'notifications'],
  publisher: [...base, 'fairness', 'vault-api'],
  'webhook-ingest': ['service', 'database', 'jobs'],
  operations: sync,
  vault: ['service', 'database', 'vault-api'],
  'google-emulator': ['service'],
  servers: [],
  'odd-input': [],
}

interface Manifest {
  name: string
  description?: string
  dependencies?: Record<string, string>
}

const manifests = globSync('{packages,services,tools}/*/package.json').map(path => ({
  path,
  manifest: JSON.parse(readFileSync(path, 'utf8')) as Manifest,
}))

// Operations is a command.
const doorOf = (service: string) =>
  service === 'services/operations' ? 'src/command.ts' : 'src/service.ts'

t.test('every service has the same entry files', async t => {
  for (const service of globSync('services/*'))
    for (const file of ['README.md', 'src/main.ts', 'src/config.ts', doorOf(service)])
      t.ok(existsSync(`${service}/${file}`), `${service}/${file}`)
})

t.test('every package has an index and a README', async t => {
  for (const folder of globSync('{packages,tools}/*'))
    t.ok(existsSync(`${folder}/README.md`), `${folder}/README.md`)
  for (const { path, manifest } of manifests) t.ok(manifest.description, path)
})

t.test('only a layout prints unescaped HTML', async t => {
  for (const path of globSync('{packages,services,tools}/*/src/**/*.hbs').filter(
    template => !template.endsWith('layout.hbs'),
  ))
    t.notMatch(readFileSync(path, 'utf8'), /\{\{\{|\{\{&/, path)
})

t.test('no template has inline script or style', async t => {
  for (const path of globSync('{packages,services,tools}/*/src/**/*.hbs'))
    t.notMatch(readFileSync(path, 'utf8'), /\sstyle=|<style|\son\w+=|<script(?![^>]*\ssrc=)/, path)
})

t.test('every kind of job has exactly one worker', async t => {
  const table = readFileSync('packages/jobs/src/kinds.ts', 'utf8')
  const kinds = [...table.matchAll(/^ {2}(\w+): \{[^}]*?worker: '([\w-]+)'/gm)]
  t.ok(kinds.length > 0)
  const handlers = globSync('services/*/src/jobs{,/*}.ts').map(path => ({
    path,
    source: readFileSync(path, 'utf8'),
  }))
  for (const [, kind = '', worker] of kinds) {
    const handler = new RegExp(`\\basync ${kind}\\(|\\b${kind}Job\\(`)
    const found = handlers.filter(({ source }) => handler.test(source)).map(({ path }) => path)
    t.equal(found.length, 1, `${kind}: ${found.join()}`)
    t.ok(found[0]?.startsWith(`services/${worker}/`), kind)
  }
})

t.test('packages point down, services never sideways', async t => {
  for (const { path, manifest } of manifests) {
    const part = manifest.name.replace('@night-routine/', '')
    const allowed = mayImport[part]
    if (allowed === undefined && path.startsWith('tools/')) continue
    t.ok(allowed, `${path} has a row in the table`)
    const inside = Object.keys(manifest.dependencies ?? {}).filter(name =>
      name.startsWith('@night-routine/'),
    )
    const strays = inside.filter(name => !allowed?.includes(name.replace('@night-routine/', '')))
    t.strictSame(strays, [], path)
  }
})
