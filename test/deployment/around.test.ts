import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import t from 'tap'
import { parse } from 'yaml'
import { settingsByService } from '../known-settings.ts'
import { readCompose, readEnvFile } from './compose-file.ts'

const env = readEnvFile(readFileSync('.env.example', 'utf8'))
const compose = readCompose(env)
const caddyfile = readFileSync('infra/caddy/Caddyfile', 'utf8')
const read = (path: string) => parse(readFileSync(path, 'utf8')) as unknown

interface ScrapeConfig {
  job_name: string
  dns_sd_configs: { names: string[]; port: number }[]
  relabel_configs: { target_label: string; replacement?: string }[]
}

const namesOf = ({ scrape_configs }: { scrape_configs: ScrapeConfig[] }) =>
  scrape_configs.flatMap(({ dns_sd_configs }) => dns_sd_configs.flatMap(({ names }) => names))

t.test('Prometheus scrapes every service that has metrics, and looks up no other', async t => {
  const readScrapes = (file: string) =>
    read(`infra/observability/${file}.yml`) as {
      rule_files: string[]
      scrape_config_files: string[]
      scrape_configs: ScrapeConfig[]
    }
  const main = readScrapes('prometheus')
  const vault = readScrapes('scrape-vault')
  const withMetrics = (await settingsByService())
    .filter(({ settings }) => settings.some(({ name }) => name === 'METRICS_PORT'))
    .map(({ service }) => service)
    // Its doctor only checks the setting.
    .filter(service => service !== 'operations')
  t.strictSame([...namesOf(main), ...namesOf(vault)].toSorted(), withMetrics)
  for (const name of namesOf(main)) t.notOk(compose.services[name]?.profiles, name)
  for (const name of namesOf(vault)) t.strictSame(compose.services[name]?.profiles, ['vault'], name)
  const port = /METRICS_PORT=(\d+)/.exec(readFileSync('infra/Dockerfile', 'utf8'))?.[1]
  for (const { dns_sd_configs } of [...main.scrape_configs, ...vault.scrape_configs])
    for (const target of dns_sd_configs) t.equal(String(target.port), port)
  for (const name of withMetrics) t.ok(compose.services[name]?.networks?.includes('back'), name)
  t.match(vault.scrape_configs[0]?.relabel_configs.at(-1), {
    target_label: 'job',
    replacement: main.scrape_configs[0]?.job_name,
  })
  t.strictSame(main.rule_files, ['alerts/*.yml'])
  t.type(read('infra/observability/alerts/night-routine.yml'), Object)
})

t.test('Prometheus gets the file of the profile vault where the profile is on', async t => {
  const [folder] = (read('infra/observability/prometheus.yml') as { scrape_config_files: string[] })
    .scrape_config_files
  for (const [profiles, copied] of [
    ['', false],
    ['observability,backup', false],
    ['vault,observability', true],
    ['*', true],
  ] as const) {
    const [script = ''] = readCompose({ ...env, COMPOSE_PROFILES: profiles }).services['prometheus']
      ?.command ?? ['']
    const target = t.testdir()
    const here = script
      .replaceAll('/tmp/scrape', `${target}/scrape`)
      .replace('/etc/prometheus/', `${process.cwd()}/infra/observability/`)
      .replace('exec prometheus', 'exec echo')
    t.match(execFileSync('sh', ['-ec', here], { encoding: 'utf8' }), '--config.file=')
    t.equal(existsSync(`${target}/scrape/scrape-vault.yml`), copied, profiles)
    t.equal(folder, '/tmp/scrape/*.yml')
  }
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
  const port = /\bPORT=(\d+)/.exec(readFileSync('infra/Dockerfile', 'utf8'))?.[1]
  const upstreams = [...caddyfile.matchAll(/reverse_proxy ([\w-]+):(\d+)/g)]
  t.strictSame(
    upstreams.map(([, service]) => service),
    ['webhook-ingest', 'vault', 'web'],
  )
  for (const [, service = '', at] of upstreams) {
    t.equal(at, port, service)
    t.ok(compose.services[service]?.networks?.includes('front'), service)
  }
  t.match(caddyfile, /@notifications path \/api\/webhook \/api\/webhook\/\*/)
})

t.test('the proxy takes notifications as large as the service does', async t => {
  const source = readFileSync('packages/service/src/http/create-service.ts', 'utf8')
  const limit = Number(/bodyLimit: ([\d_]+),/.exec(source)?.[1]?.replaceAll('_', '')) / 1024
  t.match(caddyfile, `@notifications {\n\t\trequest_body {\n\t\t\tmax_size ${limit}KiB\n`)
})

t.test(
  'the proxy spreads requests over the copies, and waits for one that is replaced',
  async t => {
    const copies = /^\(copies\) \{[^]*?^\}/m.exec(caddyfile)?.[0]
    t.match(copies, /keepalive off/, 'a kept connection would lead all requests to one copy')
    t.notMatch(copies, /lb_retry_match/, 'only a GET may be sent twice')
    for (const name of ['webhook-ingest', 'web'])
      t.match(
        caddyfile,
        new RegExp(`reverse_proxy ${name}:\\d+ \\{\\s+import copies\\s+lb_try_duration \\d+s\\s`),
        name,
      )
  },
)
