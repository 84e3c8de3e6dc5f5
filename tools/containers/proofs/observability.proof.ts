// Monitoring: Prometheus scrapes everything that runs, and its rules fire when they should. That what they name exists,
// test/deployment/observability.test.ts knows.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { waitFor } from '@night-routine/servers'
import { parse } from 'yaml'
import { noGrafana } from '../src/installation/everything.ts'
import { prometheusOf } from '../src/installation/prometheus.ts'
import { install, proof, session, timed } from '../src/proof/proof.ts'
import { pinnedImages } from '../src/engine/stand-ins.ts'

const env = { COMPOSE_PROFILES: 'observability' }
const installation = await install({ name: 'observability', env })
const { compose, docker, folder } = installation
const prometheus = prometheusOf(installation)
const observability = join(folder, 'infra/observability')
const ruleFile = join(observability, 'alerts/night-routine.yml')
const { groups } = parse(readFileSync(ruleFile, 'utf8')) as {
  groups: { rules: { alert: string }[] }[]
}
const alerts = groups.flatMap(({ rules }) => rules.map(({ alert }) => alert))

await installation.up()
await installation.up('prometheus')

const scraped = (...services: string[]) =>
  waitFor(`${services.join(', ')} are scraped`, async () => {
    const targets = await prometheus.targets()
    const up = targets.filter(({ health }) => health === 'up').map(({ service }) => service)
    return up.join() === services.join() && targets.length === up.length
  })

proof('Prometheus does not complain about services whose profile is not active', async t => {
  const since = Temporal.Now.instant()
  // It looks for services every 15 s.
  await sleep(35_000)
  t.strictSame(await prometheus.complaints(since), [])
  return 'nothing in 35 s'
})

proof('Prometheus scrapes every service that runs, every copy of it, and no other', async () => {
  await scraped('scheduler-worker', 'web', 'webhook-ingest')
  const { seconds } = await timed(async () => {
    installation.setEnv({ COMPOSE_PROFILES: 'vault,observability' })
    await installation.up('publisher', 'vault', 'prometheus')
    await compose('up', '--detach', '--no-build', '--no-recreate', '--scale', 'web=2', 'web')
    await scraped('publisher', 'scheduler-worker', 'vault', 'web', 'web', 'webhook-ingest')
  })
  return `3 targets, and 6 with the profile vault and two copies of web, ${seconds} s later`
})

proof('every alert rule is loaded', async t => {
  const rules = await prometheus.rules()
  t.strictSame(
    rules.map(({ name, health, lastError = '' }) => ({ name, health, lastError })),
    alerts.map(name => ({ name, health: 'ok', lastError: '' })),
  )
  return `${rules.length} rules`
})

proof('every alert waits as long as its rule says, and then says what is wrong', async t => {
  const { prometheus: pinned = '' } = pinnedImages(folder)
  const printed = await docker(
    'run',
    '--rm',
    '--network=none',
    `--name=${installation.project}-promtool`,
    `--volume=${observability}:/rules:ro`,
    '--entrypoint=promtool',
    session.standIns[pinned] ?? pinned,
    'test',
    'rules',
    '/rules/alerts.test.yml',
  )
  t.match(printed, 'SUCCESS')
  const { tests } = parse(readFileSync(join(observability, 'alerts.test.yml'), 'utf8')) as {
    tests: { name: string }[]
  }
  // An alert can have several: its name, and after a comma what is special.
  const tested = new Set(tests.map(({ name }) => name.split(',', 1)[0] ?? ''))
  t.strictSame([...tested].toSorted(), alerts.toSorted())
  return `${tests.length} alerts, before and after their time`
})

proof(
  'Grafana has its data source and its dashboard',
  async t => {
    const password = readFileSync(join(folder, 'secrets/grafana-password'), 'utf8').trim()
    await installation.up('grafana')
    const origin = `http://${(await compose('port', 'grafana', '3000')).trim()}`
    const authorization = `Basic ${Buffer.from(`admin:${password}`).toString('base64')}`
    const ask = async (path: string): Promise<unknown> =>
      (await fetch(new URL(path, origin), { headers: { authorization } })).json()
    t.match(await ask('/api/datasources/uid/prometheus'), { url: 'http://prometheus:9090' })
    t.match(await ask('/api/datasources/uid/prometheus/health'), { status: 'OK' })
    t.match(await ask('/api/dashboards/uid/night-routine'), {
      dashboard: { title: 'Night Routine' },
    })
  },
  { skip: noGrafana(session) },
)
