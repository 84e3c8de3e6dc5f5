import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import t from 'tap'
import { pages } from './commands/collect.ts'
import { knownSettings } from './known-settings.ts'

// Files, settings, metrics and endpoints that a page names exist.

const texts = new Map(pages.map(page => [page, readFileSync(page, 'utf8')]))

const source = globSync(
  [
    '{packages,services,tools}/*/{src,test,bench}/**/*.ts',
    '{scripts,infra}/**/*',
    'docker-compose.yml',
    '.env.example',
  ],
  { withFileTypes: true },
)
  .filter(entry => entry.isFile())
  .map(entry => readFileSync(join(entry.parentPath, entry.name), 'utf8'))
  .join('\n')

/** Inline code of this form on every page, outside of code blocks. */
function named(form: RegExp): { page: string; name: string }[] {
  return [...texts].flatMap(([page, text]) =>
    [...text.replaceAll(/^ *```[^]*?^ *```/gm, '').matchAll(/`([^`]+)`/g)]
      .map(([, code = '']) => form.exec(code)?.[1])
      .filter(name => name !== undefined)
      .map(name => ({ page, name })),
  )
}

/** The house rules name the files that every service has. */
function isInEveryService(name: string): boolean {
  // Operations has a command instead of a service.
  const services = globSync('services/*').filter(path => path !== 'services/operations')
  return services.every(service => existsSync(join(service, name)))
}

/** Settings of Node.js. */
const variablesOfNode = new Set(['NODE_USE_ENV_PROXY'])

t.test('files', async t => {
  const found = named(
    /^((?:packages|services|tools|docs|test|scripts|infra|src|bench|languages|secrets)\/[\w./-]+)$/,
  )
  t.ok(found.length > 100)
  for (const { page, name } of found)
    if (!name.startsWith('secrets/'))
      t.ok(
        [name, join(dirname(page), name)].some(path => existsSync(path)) || isInEveryService(name),
        `${page}: ${name}`,
      )
    else t.ok(source.includes(name.replace('secrets/', '')), `${page}: ${name}`)
})

t.test('pages that the code refers to', async t => {
  const referred = new Set(source.match(/\bdocs\/(?:decisions\/)?[\w-]+\.md\b/g))
  t.ok(referred.has('docs/google-cloud.md'), 'by the doctor')
  for (const page of referred) t.ok(existsSync(page), page)
})

t.test('settings and other variables of the environment', async t => {
  const settings = await knownSettings()
  const found = named(/^([A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+)(?:=\S*)?$/)
  t.ok(found.length > 100)
  for (const { page, name } of found)
    t.ok(
      settings.has(name.replace(/_FILE$/, '')) ||
        variablesOfNode.has(name) ||
        new RegExp(`\\b${name}\\b`).test(source),
      `${page}: ${name}`,
    )
})

t.test('metrics', async t => {
  const found = named(/^(night_routine_\w+)/)
  t.ok(found.length > 0)
  for (const { page, name } of found) t.ok(source.includes(name), `${page}: ${name}`)
})

const plain = (request: string) => request.replaceAll(/\{[^}]*\}/g, '*')

t.test('endpoints', async t => {
  const known = globSync('docs/openapi/*.json').flatMap(path => {
    const { paths } = JSON.parse(readFileSync(path, 'utf8')) as {
      paths: Record<string, Record<string, unknown>>
    }
    return Object.entries(paths).flatMap(([url, methods]) =>
      Object.keys(methods).map(method => `${method.toUpperCase()} ${url}`),
    )
  })
  // On the metrics port, which the reference does not cover.
  const inside = new Set(['GET /metrics', 'GET /queues'])
  const all = new Set(known.map(plain))
  const found = named(/^((?:GET|POST) \/[^\s?`]*)/)
  t.ok(found.length > 10)
  for (const { page, name } of found)
    t.ok(all.has(plain(name)) || inside.has(name), `${page}: ${name}`)
})
