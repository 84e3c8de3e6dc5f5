import { existsSync, readFileSync } from 'node:fs'
import t from 'tap'
import { parse } from 'yaml'
import { settingsByService } from '../known-settings.ts'
import { readCompose, readEnvFile } from './compose-file.ts'

const compose = readCompose(readEnvFile(readFileSync('.env.example', 'utf8')))
const read = (path: string) => parse(readFileSync(path, 'utf8')) as unknown

t.test('Prometheus asks every service that has metrics, where it has them', async t => {
  const { rule_files, scrape_configs } = read('infra/observability/prometheus.yml') as {
    rule_files: string[]
    scrape_configs: { dns_sd_configs: { names: string[]; port: number }[] }[]
  }
  const asked = scrape_configs.flatMap(({ dns_sd_configs }) => dns_sd_configs)
  const told = (await settingsByService())
    .filter(({ settings }) => settings.some(({ name }) => name === 'METRICS_PORT'))
    .map(({ service }) => service)
  t.strictSame(asked.flatMap(({ names }) => names).toSorted(), told)
  const port = /METRICS_PORT=(\d+)/.exec(readFileSync('infra/Dockerfile', 'utf8'))?.[1]
  for (const target of asked) t.equal(String(target.port), port)
  for (const service of told) t.ok(compose.services[service]?.networks?.includes('back'), service)
  t.strictSame(rule_files, ['alerts/*.yml'])
  t.type(read('infra/observability/alerts/night-routine.yml'), Object)
})

t.test('Grafana finds its data and its dashboards', async t => {
  const provisioning = 'infra/observability/grafana/provisioning'
  const { datasources } = read(`${provisioning}/datasources/prometheus.yml`) as {
    datasources: { url: string }[]
  }
  t.strictSame(
    datasources.map(({ url }) => url),
    ['http://prometheus:9090'],
  )
  const { providers } = read(`${provisioning}/dashboards/files.yml`) as {
    providers: { options: { path: string } }[]
  }
  const mounts = (compose.services['grafana']?.volumes ?? []).map(volume => volume.split(':'))
  for (const { options } of providers) {
    const [source = ''] = mounts.find(([, inside]) => inside === options.path) ?? []
    t.ok(existsSync(source), options.path)
  }
})

t.test('the proxy leads to services that are there, at the port of the images', async t => {
  const text = readFileSync('infra/caddy/Caddyfile', 'utf8')
  const port = /\bPORT=(\d+)/.exec(readFileSync('infra/Dockerfile', 'utf8'))?.[1]
  const upstreams = [...text.matchAll(/reverse_proxy \{\$\w+:([\w-]+):(\d+)\}/g)]
  t.strictSame(
    upstreams.map(([, service]) => service),
    ['webhook-ingest', 'vault', 'web'],
  )
  for (const [, service = '', at] of upstreams) {
    t.equal(at, port, service)
    t.ok(compose.services[service]?.networks?.includes('front'), service)
  }
  t.match(text, /@notifications path \/api\/webhook \/api\/webhook\/\*/)
})
