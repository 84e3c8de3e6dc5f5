import { existsSync, globSync, readFileSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { Validator } from '@seriousme/openapi-schema-validator'
import t from 'tap'
import { inPlaceOf } from './api-programs.ts'
import { generatedDocs } from './generated-docs.ts'
import { isSettingOf, settingsByService } from './settings.ts'

const pages = globSync('{*.md,docs/{*,contributing/*}.md,{packages,services,tools}/*/README.md}')
  .filter(path => path !== 'CHANGELOG.md')
  .map(path => ({ path, text: readFileSync(path, 'utf8') }))
const sources = globSync('{{packages,services,tools}/*/{src,test,bench},scripts,infra,test}/**/*.*')
const code = [...sources, 'docker-compose.yml', '.env.example']
  // The folder of a release has a dot in its name.
  .filter(path => statSync(path).isFile())
  .map(path => readFileSync(path, 'utf8'))
  .join('\n')

t.test('generated pages match the schemas of the services', async t => {
  for (const [path, text] of await generatedDocs()) t.equal(readFileSync(path, 'utf8'), text, path)
})

t.test('the OpenAPI documents are what the specification asks for', async t => {
  for (const path of globSync('docs/openapi/*.json')) {
    const document = readFileSync(path, 'utf8')
    t.match(await new Validator().validate(document), { valid: true }, path)
  }
  const { valid } = await new Validator().validate({ openapi: '3.1.0', info: {}, paths: {} })
  t.equal(valid, false, 'the validator judges')
})

/** The requests of an OpenAPI document, such as `GET /status`. */
function requestsOf(path: string): string[] {
  const { paths } = JSON.parse(readFileSync(path, 'utf8')) as { paths: Record<string, object> }
  return Object.entries(paths).flatMap(([address, methods]) =>
    Object.keys(methods).map(method => `${method.toUpperCase()} ${address}`),
  )
}

t.test('every form of the pages has an endpoint for programs, or a reason', t => {
  const requests = requestsOf('docs/openapi/web.json')
  const forms = requests.filter(request => /^(?!GET|\w+ \/api\/)/.test(request))
  t.same(Object.keys(inPlaceOf).toSorted(), forms.toSorted())
  for (const [form, instead] of Object.entries(inPlaceOf)) {
    const [, endpoint] = /`([A-Z]+ \S+)`/.exec(instead) ?? []
    if (endpoint === undefined) t.match(instead, /^[a-z]/, form)
    else t.ok(requests.includes(endpoint), `${form}: ${endpoint}`)
  }
  t.end()
})

t.test('every npm command of the docs exists', async t => {
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: object }
  const commands = new Set(['ci', 'install', 'i', 'registry', 'package', ...Object.keys(scripts)])
  for (const { path, text } of pages)
    for (const [command, script = ''] of text.matchAll(/\bnpm (?:run )?(?:-s )?([a-z:]+)/g))
      t.ok(commands.has(script), `${path}: ${command}`)
})

/** The inline code of this form on every page. */
function named(form: RegExp) {
  return pages.flatMap(({ path, text }) =>
    [...text.replaceAll(/^ *```[^]*?^ *```/gm, '').matchAll(/`([^`]+)`/g)].flatMap(
      ([, inline = '']) => {
        const name = form.exec(inline)?.[1]
        return name === undefined ? [] : [{ path, name }]
      },
    ),
  )
}

t.test('files that pages name without a folder exist', async t => {
  const names = new Set([...sources, ...globSync('*.*')].map(path => basename(path)))
  for (const { path, name } of named(/^([\w-]+(?:\.[\w-]+)*\.(?:ts|hbs))$/))
    t.ok(names.has(name), `${path}: ${name}`)
})

t.test('files that pages and comments name exist', async t => {
  // The house rules name files that every service has.
  const form = /^((?:packages|services|tools|docs|test|scripts|infra|src|bench)\/[\w./-]+)$/
  for (const { path, name } of named(form)) {
    const places = [name, join(dirname(path), name), join('services/web', name)]
    t.ok(
      places.some(place => existsSync(place)),
      name,
    )
  }
  for (const [page] of code.matchAll(/\bdocs\/(?:decisions\/)?[\w-]+\.md\b/g))
    t.ok(existsSync(page), page)
})

t.test('settings, metrics and endpoints that pages name exist', async t => {
  const settings = (await settingsByService()).flatMap(one => one.settings)
  for (const { path, name } of named(/^([A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+)(?:=\S*)?$/))
    t.ok(
      isSettingOf(settings, name) || code.includes(name) || name === 'NODE_USE_ENV_PROXY',
      `${path}: ${name}`,
    )
  for (const { path, name } of named(/^(night_routine_\w+)/))
    t.ok(code.includes(name), `${path}: ${name}`)
  const requests = new Set(globSync('docs/openapi/*.json').flatMap(requestsOf))
  // The documents do not cover the metrics port.
  for (const { path, name } of named(/^((?:GET|POST) \/(?!metrics|queues)[^\s?`]*)/))
    t.ok(requests.has(name), `${path}: ${name}`)
})
