import { readFileSync } from 'node:fs'
import { loadConfig } from '@night-routine/service'
import t from 'tap'
import { images, readStages } from './dockerfile.ts'
import { settingsByService } from '../known-settings.ts'
import { readCompose, readEnvFile } from './compose-file.ts'
import { ofKind, podsOf, renderWithVault, selects, workloadsOf } from './kubernetes-objects.ts'

const objects = renderWithVault(t.testdir())
const workloads = workloadsOf(objects)
const configMaps = new Map(
  ofKind(objects, 'ConfigMap').map(({ metadata, data = {} }) => [metadata.name, data]),
)
const policies = ofKind(objects, 'NetworkPolicy').flatMap(({ spec }) => spec ?? [])
const stages = readStages(readFileSync('infra/Dockerfile', 'utf8'))
const imageOf = (name: string) => `registry.example.org/night-routine/${name}:0.0.0`

t.test(
  'each image has one workload; migrate, backup and doctor run that of operations',
  async t => {
    const used = workloads.map(one => [one.metadata.name, podsOf(one).spec?.containers[0]?.image])
    const services = Object.keys(images).filter(name => name !== 'operations')
    const expected = services.map(name => [name, imageOf(name)] as const)
    const commands = ['migrate', 'backup', 'doctor'].map(
      name => [name, imageOf('operations')] as const,
    )
    t.same(Object.fromEntries(used), Object.fromEntries([...expected, ...commands]))
  },
)

for (const workload of workloads) {
  const { name } = workload.metadata
  const { spec: pod, metadata } = podsOf(workload)
  const [container, ...more] = pod?.containers ?? []
  // The doctor reads all settings of operations.
  const part = name === 'doctor' ? 'operations' : name
  const stage = stages[part]

  t.test(`${name}: passes the pod security level "restricted", and has limits`, async t => {
    t.equal(more.length + (pod?.initContainers ?? []).length, 0, 'it is one container')
    // All of both contexts, so that a right that somebody adds is seen.
    t.strictSame(pod?.securityContext, {
      runAsNonRoot: true,
      runAsUser: 1000,
      runAsGroup: 1000,
      fsGroup: 1000,
      seccompProfile: { type: 'RuntimeDefault' },
    })
    t.strictSame(container?.securityContext, {
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
      capabilities: { drop: ['ALL'] },
    })
    t.notOk(pod?.hostNetwork || pod?.hostPID || pod?.hostIPC, 'it shares nothing with its node')
    for (const { name: volume, ...source } of pod?.volumes ?? [])
      t.match(Object.keys(source).join(), /^(?:emptyDir|persistentVolumeClaim|secret)$/, volume)
    t.equal(pod?.automountServiceAccountToken, false, 'it cannot speak to the cluster')
    t.match(container?.resources, {
      requests: { cpu: String, memory: String },
      limits: { memory: String },
    })
  })

  t.test(`${name}: reads each of its settings, and they are enough to start`, async t => {
    const secrets = t.testdir({
      'secret-keys': 'a'.repeat(64),
      'database-url': 'postgres://db/n',
      'redis-url': 'rediss://queue:6379',
      'google-client-secret': 'x',
      'vault-password': 'a long password',
    })
    const items = pod?.volumes?.find(volume => volume.name === 'secrets')?.secret?.items ?? []
    const files = (container?.env ?? [])
      .filter(({ name: key }) => key.endsWith('_FILE'))
      .map(({ name: key, value }) => [key, `${value}`.replace('/run/secrets', secrets)] as const)
    t.strictSame(
      items.map(({ path }) => `${secrets}/${path}`),
      files.map(([, path]) => path),
      'it mounts the secrets that it reads',
    )
    const known = (await settingsByService()).find(({ service }) => service === part)
    if (known === undefined) return
    const maps = (container?.envFrom ?? []).map(
      ({ configMapRef }) => configMaps.get(configMapRef?.name ?? '') ?? {},
    )
    const given = Object.assign({}, ...maps, Object.fromEntries(files)) as Record<string, string>
    const names = known.settings.flatMap(one => [one.name, `${one.name}_FILE`])
    t.strictSame(
      Object.keys(given).filter(key => !names.includes(key)),
      [],
    )
    t.doesNotThrow(() => loadConfig(known.schema, { ...stage?.env, ...given }))
  })

  if (workload.kind !== 'Deployment') continue
  t.test(`${name}: has probes, at the ports of its image`, async t => {
    for (const probe of ['startupProbe', 'livenessProbe'] as const)
      t.match(container?.[probe], { httpGet: { path: '/healthz', port: 'http' } })
    t.match(container?.readinessProbe, { httpGet: { path: '/readyz', port: 'http' } })
    const { PORT, METRICS_PORT } = stage?.env ?? {}
    t.strictSame(container?.ports, [
      { name: 'http', containerPort: Number(PORT) },
      { name: 'metrics', containerPort: Number(METRICS_PORT) },
    ])
  })

  t.test(
    `${name}: only Prometheus, and where people need it the Ingress, may reach it`,
    async t => {
      const entries = policies
        .filter(policy => selects(policy.podSelector, metadata?.labels))
        .flatMap(({ ingress = [] }) => ingress)
      const [http, metrics] = container?.ports ?? []
      const prometheus = {
        from: [
          { namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': 'monitoring' } } },
        ],
        ports: [{ port: metrics?.containerPort }],
      }
      const anybody = { from: [{ namespaceSelector: {} }], ports: [{ port: http?.containerPort }] }
      const open = ['web', 'webhook-ingest', 'vault'].includes(name)
      t.strictSame(entries, open ? [prometheus, anybody] : [prometheus])
    },
  )
}

t.test('only what speaks to the calendar or publishes reaches the internet', async t => {
  const everything = { podSelector: {}, policyTypes: ['Ingress', 'Egress'] }
  t.strictSame(
    policies.filter(({ ingress, egress }) => !ingress && !egress),
    [everything],
    'whatever no policy names is refused',
  )
  const reaches = (port: number) =>
    workloads
      .filter(workload =>
        policies
          .filter(policy => selects(policy.podSelector, podsOf(workload).metadata?.labels))
          .flatMap(({ egress = [] }) => egress)
          .some(({ ports = [], to }) => to === undefined && ports.some(one => one.port === port)),
      )
      .map(({ metadata }) => metadata.name)
  t.strictSame(reaches(443).toSorted(), ['doctor', 'publisher', 'scheduler-worker', 'web'])
  for (const port of [53, 5432, 6379, 6380]) t.equal(reaches(port).length, workloads.length)
})

t.test('the Ingress leads each path to its service, at the address of the settings', async t => {
  const rules = ofKind(objects, 'Ingress').flatMap(({ spec }) => spec?.rules ?? [])
  const paths = rules.flatMap(({ http }) => http?.paths ?? [])
  t.strictSame(paths.map(({ path, backend }) => `${path} ${backend.service?.name}`).toSorted(), [
    '/ web',
    '/- vault',
    '/api/webhook webhook-ingest',
    '/s vault',
  ])
  const google = [...configMaps].find(([name]) => name.startsWith('google-'))?.[1]
  for (const { host } of rules) t.equal(host, new URL(google?.['PUBLIC_URL'] ?? '').hostname)
})

t.test('the vault has one copy, and never two at a time', async t => {
  const vault = ofKind(objects, 'Deployment').find(({ metadata }) => metadata.name === 'vault')
  t.equal(vault?.spec?.replicas, 1)
  t.strictSame(vault?.spec?.strategy, { type: 'Recreate' })
})

t.test('the doctor has what the worker has, and runs only on demand', async t => {
  const doctor = ofKind(objects, 'CronJob').find(({ metadata }) => metadata.name === 'doctor')
  const worker = workloads.find(({ metadata }) => metadata.name === 'scheduler-worker')
  t.equal(doctor?.spec?.suspend, true)
  const [own] = (doctor && podsOf(doctor).spec?.containers) ?? []
  const [theirs] = (worker && podsOf(worker).spec?.containers) ?? []
  t.strictSame([own?.envFrom, own?.env], [theirs?.envFrom, theirs?.env])
  t.strictSame(own?.command, ['node', 'dist/main.js', 'doctor'])
})

t.test('the backup runs each night, as with docker compose', async t => {
  const compose = readCompose(readEnvFile(readFileSync('.env.example', 'utf8'))).services['backup']
  const [backup] = ofKind(objects, 'CronJob')
  const [container] = (backup && podsOf(backup).spec?.containers) ?? []
  t.match(backup?.spec?.schedule, /^\d{1,2} \d{1,2} \* \* \*$/)
  t.equal(backup?.spec?.concurrencyPolicy, 'Forbid', 'never two at a time')
  t.strictSame(container?.command, [...(compose?.command ?? []), '--once'])
  const { BACKUP_EVERY_HOURS: _, ...environment } = compose?.environment ?? {}
  t.strictSame(
    container?.env?.map(({ name }) => name),
    Object.keys(environment),
  )
  for (const { name, value } of container?.env ?? [])
    if (!name.endsWith('_FILE')) t.equal(value, environment[name], name)
  t.match(container?.volumeMounts, [{}, {}, { name: 'backups', mountPath: '/data' }])
})
