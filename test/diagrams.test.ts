import { existsSync, globSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import t from 'tap'
import { parse } from 'yaml'
import { settingsByService } from './known-settings.ts'
import { edgesOf, messagesOf, nodesOf, reduced, type Edge } from './mermaid.ts'

const page = readFileSync('docs/architecture.md', 'utf8')
const services = globSync('services/*').map(path => basename(path))
const queues = globSync('packages/jobs/src/kinds/*.ts').map(path => basename(path, '.ts'))

/** The first diagram below a heading, and the ones after it. */
function diagramsBelow(heading: string): string[] {
  const [, section = ''] = page.split(`\n## ${heading}\n`)
  const own = section.split('\n## ', 1)[0] ?? ''
  return [...own.matchAll(/```mermaid\n([^]*?)```/g)].map(([, text = '']) => text)
}

function diagramBelow(heading: string): string {
  return diagramsBelow(heading)[0] ?? ''
}

const sorted = (edges: Edge[]) => edges.map(edge => edge.join(' -> ')).toSorted()

const ways = edgesOf(diagramBelow('Services'))
const targetsOf = (from: string) => ways.filter(([one]) => one === from).map(([, to]) => to)
const reaches = (to: string) => ways.filter(([, one]) => one === to).map(([from]) => from)

t.test('connections are those of the settings and the proxy', async t => {
  const proxied = readFileSync('infra/caddy/Caddyfile', 'utf8').matchAll(
    /reverse_proxy (?<service>[a-z-]+):8080/g,
  )
  const expected: Edge[] = [
    ['browser', 'caddy'],
    ['google', 'caddy'],
    ...[...proxied].map(({ groups }): Edge => ['caddy', groups?.['service'] ?? '']),
  ]
  const servers = {
    DATABASE_URL: 'postgresql',
    REDIS_URL: 'redis',
    GOOGLE_CLIENT_ID: 'google',
    VAULT_API_URL: 'vault',
  }
  for (const { service, settings } of await settingsByService())
    for (const [setting, server] of Object.entries(servers))
      if (settings.some(({ name }) => name === setting)) expected.push([service, server])
  t.strictSame(sorted(ways), sorted(expected))
})

t.test('container networks allow exactly the connections of the diagram', async t => {
  const { services: containers } = parse(readFileSync('docker-compose.yml', 'utf8'), {
    merge: true,
  }) as { services: Record<string, { networks?: string[] }> }
  const on = (network: string) =>
    services.filter(service => {
      // The doctor has the connections of every operations command.
      const container = service === 'operations' ? 'doctor' : service
      return containers[container]?.networks?.includes(network)
    })
  t.strictSame(on('front').toSorted(), targetsOf('caddy').toSorted())
  // The publish host may be anywhere.
  const outside = new Set([...reaches('google'), ...reaches('vault')])
  outside.delete('caddy')
  t.strictSame(on('out').toSorted(), [...outside].toSorted())
  t.strictSame(on('back').toSorted(), reaches('postgresql').toSorted())
})

t.test('queues have the producers and consumers of the code', async t => {
  const expected: Edge[] = []
  for (const queue of queues)
    for (const service of services) {
      if (existsSync(`services/${service}/src/jobs/${queue}.ts`)) expected.push([queue, service])
      else if (importsJob(service, queue)) expected.push([service, queue])
    }
  t.strictSame(sorted(edgesOf(diagramBelow('Background work'))), sorted(expected))
  const table = [...page.matchAll(/^\| `(\w+)` +\| /gm)].map(([, kind = '']) => kind)
  t.strictSame(table.toSorted(), queues.toSorted())
})

function importsJob(service: string, queue: string): boolean {
  return globSync(`services/${service}/src/**/*.ts`).some(path =>
    [
      ...readFileSync(path, 'utf8').matchAll(
        /import \{(?<names>[^}]*)\} from '@night-routine\/jobs'/g,
      ),
    ].some(({ groups }) => groups?.['names']?.split(',').some(name => name.trim() === queue)),
  )
}

t.test('the tables are those of the database', async t => {
  const [household = '', vault = ''] = diagramsBelow('Tables')
  t.strictSame(
    nodesOf(household).toSorted(),
    tablesOf('packages/database/src/schema.ts', 'Schema').toSorted(),
  )
  t.strictSame(
    nodesOf(vault).toSorted(),
    tablesOf('packages/database/src/vault/schema.ts', 'VaultSchema').toSorted(),
  )
})

function tablesOf(path: string, name: string): string[] {
  const [, fields = ''] =
    new RegExp(`export interface ${name} \\{\\n([^}]*(?:\\{[^}]*\\}[^}]*)*)\\n\\}`).exec(
      readFileSync(path, 'utf8'),
    ) ?? []
  return [...fields.matchAll(/^ {2}'?([\w.]+)'?: /gm)].map(([, table = '']) => table)
}

t.test('imports are those of the manifests, transitively reduced', async t => {
  const edges = globSync('{packages,services}/*/package.json').flatMap(path => {
    const { name, dependencies = {} } = JSON.parse(readFileSync(path, 'utf8')) as {
      name: string
      dependencies?: Record<string, string>
    }
    const part = short(name)
    return Object.keys(dependencies)
      .filter(one => one.startsWith('@night-routine/'))
      .map((one): Edge => [part, short(one)])
  })
  t.strictSame(sorted(edgesOf(diagramBelow('Imports'))), sorted(reduced(edges)))
})

const short = (name: string) => name.replace('@night-routine/', '')

t.test('every arrow of a sequence is a connection of the first diagram', async t => {
  const behindProxy = targetsOf('caddy')
  const reached = new Set([
    ...ways.map(way => way.join(' -> ')),
    ...reaches('caddy').flatMap(from => behindProxy.map(to => `${from} -> ${to}`)),
  ])
  const sequences = [...page.matchAll(/```mermaid\n(sequenceDiagram[^]*?)```/g)]
  t.equal(sequences.length, 2)
  for (const [, text = ''] of sequences)
    for (const { from, to, isAnswer } of messagesOf(text))
      t.ok(reached.has(isAnswer ? `${to} -> ${from}` : `${from} -> ${to}`), `${from} to ${to}`)
})
