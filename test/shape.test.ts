import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
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
  credentials: ['service'],
  jobs: ['service', 'database'],
  notifications: ['database', 'service', 'wording'],
  'vault-api': [],
  calendar: ['fairness', 'service', 'wording'],
  household: ['fairness', 'wording', 'database', 'calendar', 'service'],
  'home-assistant': ['household', 'service', 'wording'],
  'calendar-sync': ['fairness', 'wording', 'database', 'calendar', 'household', 'service'],
  import: ['fairness', 'wording', 'database', 'calendar', 'household'],
  web: [...sync, 'credentials', 'fairness', 'import', 'notifications'],
  'scheduler-worker': [...sync, 'home-assistant', 'notifications'],
  publisher: [...base, 'fairness', 'vault-api'],
  'webhook-ingest': ['service', 'database', 'jobs'],
  operations: [...sync, 'home-assistant', 'notifications'],
  vault: ['credentials', 'service', 'database', 'vault-api', 'wording'],
  // It runs the others in one process.
  home: [
    'credentials',
    'database',
    'operations',
    'publisher',
    'scheduler-worker',
    'service',
    'vault',
    'web',
    'webhook-ingest',
    'wording',
  ],
  'google-emulator': ['service'],
  servers: [],
  'odd-input': [],
  testing: ['database', 'fairness', 'household', 'jobs'],
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
  const kinds = [...table.matchAll(/^ {2}(\w+): '([\w-]+)',$/gm)]
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

t.test('no file leads back to itself, also not by imports that run later', async t => {
  const imports = new Map(
    globSync('{packages,services,tools}/*/src/**/*.ts').map(path => {
      const found = readFileSync(path, 'utf8').matchAll(/(?:from |import |import\()'(\.[^']+)'/g)
      return [path, [...found].map(([, file = '']) => join(path, '..', file))]
    }),
  )
  const done = new Set<string>()
  const follow = (path: string, from: readonly string[]): void => {
    if (from.includes(path)) t.fail([...from.slice(from.indexOf(path)), path].join(' > '))
    else if (!done.has(path)) {
      for (const next of imports.get(path) ?? []) follow(next, [...from, path])
      done.add(path)
    }
  }
  for (const path of imports.keys()) follow(path, [])
  t.ok(done.size > 300, `${done.size} files`)
})

const partOf = (path: string) => path.split('/')[3] ?? ''

t.test('no subject of web imports another one, and what is below imports none', t => {
  const foundations = ['text', 'plugins', 'sign-in']
  const subjects = ['frame', 'nights', 'household', 'record', 'you']
  let count = 0
  for (const path of globSync('services/web/src/*/**/*.ts')) {
    const own = partOf(path)
    const below = foundations.slice(0, foundations.indexOf(own) + 1)
    const allowed = subjects.includes(own) ? [...foundations, own] : below
    for (const [, file = ''] of readFileSync(path, 'utf8').matchAll(/from '(\.[^']+)'/g)) {
      const part = partOf(join(path, '..', file))
      count += 1
      if (part !== 'config.ts') t.ok(allowed.includes(part), `${path} may import ${part}`)
    }
  }
  t.ok(count > 300)
  t.end()
})

t.test('npm run mutants names files and tests that exist', async t => {
  const { modules, explained } = JSON.parse(readFileSync('scripts/mutants.json', 'utf8')) as {
    modules: { part: string; files: string[]; tests: string[]; slowTests?: string[] }[]
    explained: { file: string; from: string }[]
  }
  for (const { part, files, tests, slowTests = [] } of modules) {
    for (const file of files) t.not(globSync(join(part, file)).length, 0, `${part}/${file}`)
    for (const test of [...tests, ...slowTests])
      t.ok(existsSync(join(part, `test/${test}.test.ts`)), test)
  }
  const mutated = new Set(
    modules.flatMap(({ part, files }) => files.flatMap(file => globSync(`${part}/${file}`))),
  )
  for (const { file, from } of explained) {
    t.ok(mutated.has(file), `${file} is one of them`)
    const code = readFileSync(file, 'utf8').replaceAll(/\s+/g, ' ')
    t.ok(code.includes(from), `${file} has ${from}`)
  }
})
