import { globSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { loadConfig } from '@night-routine/service'
import t from 'tap'
import { parse, parseAllDocuments } from 'yaml'
import { images, readStages } from './dockerfile.ts'
import { documentedCommands } from '../commands/collect.ts'
import { settingsByService } from '../known-settings.ts'
import { readCompose, readEnvFile } from './compose-file.ts'
import { podOf, unknownFields, validateResource, type Resource } from './kubernetes-schema.ts'

interface Kustomization {
  resources: string[]
  configMapGenerator: { name: string; envs: string[] }[]
  images?: { name: string }[]
}

const folders = ['infra/kubernetes', 'infra/kubernetes/vault'].map(folder => ({
  folder,
  kustomization: parse(readFileSync(`${folder}/kustomization.yaml`, 'utf8')) as Kustomization,
}))
const configMaps = new Map(
  folders.flatMap(({ folder, kustomization }) =>
    kustomization.configMapGenerator.map(({ name, envs: [file = ''] }) => [
      name,
      readEnvFile(readFileSync(`${folder}/${file}`, 'utf8')),
    ]),
  ),
)
const resources = globSync('infra/kubernetes/**/*.yaml')
  .filter(path => basename(path) !== 'kustomization.yaml')
  .flatMap(path =>
    parseAllDocuments(readFileSync(path, 'utf8')).map(document => document.toJS() as Resource),
  )
const named = (kind: string) => resources.filter(resource => resource.kind === kind)
// One image may do two things.
const backup = named('CronJob').find(({ metadata }) => metadata.name === 'backup')
const onePerImage = [...named('Deployment'), ...named('Job')]
const workloads = [...onePerImage, ...named('CronJob')]
const stages = readStages(readFileSync('infra/Dockerfile', 'utf8'))

t.test('each kustomization names every file beside it, and no other', async t => {
  for (const { folder, kustomization } of folders) {
    const files = globSync(`${folder}/*.{yaml,env}`).map(path => basename(path))
    const all = [
      'kustomization.yaml',
      ...kustomization.resources,
      ...kustomization.configMapGenerator.flatMap(({ envs }) => envs),
    ]
    t.strictSame(files.toSorted(), all.toSorted(), folder)
  }
})

t.test('every resource is what the schemas of Kubernetes ask for', async t => {
  t.ok(resources.length > 20)
  for (const resource of resources) {
    const title = `${resource.kind} ${resource.metadata.name}`
    t.strictSame(validateResource(resource), [], title)
    t.strictSame(unknownFields(resource), [], title)
  }
  const wrong = structuredClone(named('Deployment')[0]) as Resource
  Object.assign(wrong.spec ?? {}, { replicas: 'two', replicaz: 2 })
  t.match(validateResource(wrong), [/replicas/], 'a wrong type is caught')
  t.strictSame(unknownFields(wrong), ['spec.replicaz'], 'and a typing error')
})

t.test('no two resources of a kind have one name', async t => {
  const names = resources.map(({ kind, metadata }) => `${kind} ${metadata.name}`)
  t.equal(new Set(names).size, names.length)
})

t.test('there is one workload for each image', async t => {
  const used = onePerImage.map(workload => podOf(workload)?.containers[0]?.image ?? '')
  const all = Object.keys(images).map(name => `night-routine/${name}`)
  t.strictSame(used.toSorted(), all.toSorted())
  const renamed = folders.flatMap(({ kustomization }) => kustomization.images ?? [])
  t.strictSame(renamed.map(({ name }) => name).toSorted(), all.toSorted())
})

for (const workload of workloads) {
  const { name } = workload.metadata
  const pod = podOf(workload)
  const [container] = pod?.containers ?? []
  t.test(`${name}: few rights, an end to what it takes, probes`, async t => {
    t.match(pod, {
      automountServiceAccountToken: false,
      securityContext: {
        runAsNonRoot: true,
        runAsUser: 1000,
        seccompProfile: { type: 'RuntimeDefault' },
      },
    })
    t.match(container, {
      securityContext: {
        allowPrivilegeEscalation: false,
        readOnlyRootFilesystem: true,
        capabilities: { drop: ['ALL'] },
      },
      resources: { requests: { cpu: String, memory: String }, limits: { memory: String } },
    })
    if (workload.kind !== 'Deployment') return
    for (const probe of ['startupProbe', 'livenessProbe'] as const)
      t.equal(container?.[probe]?.httpGet.path, '/healthz')
    t.equal(container?.readinessProbe?.httpGet.path, '/readyz')
    const { PORT, METRICS_PORT } = stages[name]?.env ?? {}
    t.match(container?.ports, [
      { name: 'http', containerPort: Number(PORT) },
      { name: 'metrics', containerPort: Number(METRICS_PORT) },
    ])
  })

  t.test(`${name}: its settings are ones it reads, and enough to start in production`, async t => {
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
      .map(({ name: key, value }) => [key, value.replace('/run/secrets', secrets)] as const)
    t.strictSame(
      items.map(({ path }) => `${secrets}/${path}`),
      files.map(([, path]) => path),
      'the secrets that are mounted are those that are read',
    )
    const maps = (container?.envFrom ?? []).flatMap(({ configMapRef }) => {
      const map = configMaps.get(configMapRef.name)
      t.ok(map, configMapRef.name)
      return Object.entries(map ?? {})
    })
    const known = (await settingsByService()).find(({ service }) => service === name)
    if (known === undefined) return
    const names = known.settings.flatMap(one => [one.name, `${one.name}_FILE`])
    t.ok(names.includes('METRICS_PORT'), 'somebody listens on the port of metrics')
    for (const [key] of [...maps, ...files]) t.ok(names.includes(key), key)
    const all = { ...stages[name]?.env, ...Object.fromEntries([...maps, ...files]) }
    t.doesNotThrow(() => loadConfig(known.schema, all))
  })
}

t.test('what is led to, scaled or kept is there', async t => {
  const deployments = named('Deployment').map(({ metadata }) => metadata.name)
  for (const { metadata, spec } of named('Service')) {
    t.ok(deployments.includes(metadata.name), metadata.name)
    t.strictSame(spec?.selector, { 'app.kubernetes.io/name': metadata.name })
  }
  for (const kind of ['HorizontalPodAutoscaler', 'PodDisruptionBudget'])
    for (const { metadata } of named(kind)) t.ok(deployments.includes(metadata.name), metadata.name)
  const paths = named('Ingress').flatMap(({ spec }) => spec?.rules?.[0]?.http.paths ?? [])
  t.strictSame(paths.map(({ path, backend }) => `${path} ${backend.service.name}`).toSorted(), [
    '/ web',
    '/- vault',
    '/api/webhook webhook-ingest',
    '/s vault',
  ])
  const host = new URL(configMaps.get('google')?.['PUBLIC_URL'] ?? '').hostname
  for (const { spec } of named('Ingress')) t.equal(spec?.rules?.[0]?.host, host)
})

t.test('nothing goes in or out but what is named', async t => {
  const [everything] = named('NetworkPolicy').filter(({ metadata }) => metadata.name === 'nothing')
  t.strictSame(everything?.spec, { podSelector: {}, policyTypes: ['Ingress', 'Egress'] })
})

t.test('the vault has one copy, and never two at a time', async t => {
  const vault = named('Deployment').find(({ metadata }) => metadata.name === 'vault')
  t.equal(vault?.spec?.replicas, 1)
  t.match(vault?.spec?.strategy, { type: 'Recreate' })
})

t.test('backups are made as docker compose makes them, and stay', async t => {
  const compose = readCompose(readEnvFile(readFileSync('.env.example', 'utf8'))).services['backup']
  const pod = backup && podOf(backup)
  const [container] = pod?.containers ?? []
  t.equal(container?.image, podOf(named('Job')[0] as Resource)?.containers[0]?.image)
  t.strictSame(
    container?.command,
    [...(compose?.command ?? []), '--once'],
    'the cluster asks again',
  )
  for (const { name, value } of container?.env ?? []) {
    const same = compose?.environment?.[name]
    if (!name.endsWith('_FILE')) t.equal(value, same, name)
  }
  t.strictSame(
    container?.env?.map(({ name }) => name),
    Object.keys(compose?.environment ?? {}).filter(name => name !== 'BACKUP_EVERY_HOURS'),
  )
  const claims = named('PersistentVolumeClaim').map(({ metadata }) => metadata.name)
  for (const workload of workloads)
    for (const { persistentVolumeClaim } of podOf(workload)?.volumes ?? [])
      if (persistentVolumeClaim) t.ok(claims.includes(persistentVolumeClaim.claimName))
  t.match(container, { volumeMounts: [{}, {}, { name: 'backups', mountPath: '/data' }] })
  t.match(backup?.spec, { concurrencyPolicy: 'Forbid' }, 'never two at a time')
})

t.test('the restore of the docs is this job with another command', async t => {
  const [patch] = documentedCommands().flatMap(
    ({ command }) => /kubectl patch .*--patch='([^']+)'/.exec(command)?.[1] ?? [],
  )
  const [step] = JSON.parse(patch ?? '[]') as { op: string; path: string; value: string[] }[]
  t.equal(step?.op, 'replace')
  let found: unknown = { spec: backup?.spec?.jobTemplate?.spec }
  for (const word of step?.path.slice(1).split('/') ?? [])
    found = (found as Record<string, unknown>)[word]
  const [node, main] = podOf(backup as Resource)?.containers[0]?.command ?? []
  t.strictSame((found as string[]).slice(0, 2), step?.value.slice(0, 2))
  t.strictSame(step?.value, [node, main, 'restore', '/data/FILE'])
})
