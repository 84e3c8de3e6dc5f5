import { readFileSync } from 'node:fs'
import t from 'tap'
import { isSettingOf, settingsByService } from '../settings.ts'
import { compose } from './compose-file.ts'
import { separateImages, stages } from './dockerfile.ts'
import { faultsOf, ofKind, renderWithVault, selects, workloadsOf } from './kubernetes.ts'

const objects = renderWithVault(t.testdir())
const workloads = workloadsOf(objects)
const policies = ofKind(objects, 'NetworkPolicy').flatMap(({ spec }) => spec ?? [])

t.test('every object is valid in the oldest Kubernetes that the docs allow', async t => {
  const page = readFileSync('docs/deploy-kubernetes.md', 'utf8')
  const [, version = ''] = /Kubernetes (\d+\.\d+)\s+or newer/.exec(page) ?? []
  t.match(readFileSync('package.json', 'utf8'), `"kubernetes-types": "${version}.`)
  t.strictSame(faultsOf(objects, t.testdir()), [])
  const text = JSON.stringify(ofKind(objects, 'Deployment')[0])
  for (const [from, to, fault] of [
    ['"readinessProbe"', '"readinesProbe"', /'"?readinesProbe"?' does not exist/],
    ['"apps/v1"', '"apps/v1beta2"', /Cannot find module/],
  ] as const) {
    const wrong = JSON.parse(text.replace(from, to)) as (typeof objects)[number]
    t.match(faultsOf([wrong], t.testdir()).join('\n'), fault, 'faults are found')
  }
})

t.test('one namespace holds everything, at the strictest level of pod security', async t => {
  const [namespace, ...more] = objects.filter(({ kind }) => kind === 'Namespace')
  t.equal(more.length, 0)
  t.equal(namespace?.metadata.labels?.['pod-security.kubernetes.io/enforce'], 'restricted')
  for (const object of objects)
    if (object !== namespace) t.equal(object.metadata.namespace, namespace?.metadata.name)
})

t.test('each image has one workload, and operations has three', async t => {
  const commands = ['migrate', 'backup', 'doctor']
  const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string }
  const expected = [...separateImages.filter(name => name !== 'operations'), ...commands]
  t.strictSame(workloads.map(({ name }) => name).toSorted(), expected.toSorted())
  for (const { name, pod } of workloads) {
    const image = commands.includes(name) ? 'operations' : name
    t.equal(pod.containers[0]?.image, `registry.example.org/night-routine/${image}:${version}`)
  }
})

for (const { name, pod, labels } of workloads) {
  const [container, ...more] = pod.containers
  // The doctor reads all settings of operations.
  const part = name === 'doctor' ? 'operations' : name
  const env = stages[part]?.env ?? {}

  t.test(`${name}: has no rights, and limits`, async t => {
    t.equal(more.length + (pod.initContainers ?? []).length, 0)
    t.strictSame(pod.securityContext, {
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
    t.equal(pod.automountServiceAccountToken, false, 'it cannot speak to the cluster')
    const limits = { requests: { cpu: String, memory: String }, limits: { memory: String } }
    t.match(container?.resources, limits)
  })

  t.test(`${name}: reads each of its settings, and they are enough to start`, async t => {
    const secrets = t.testdir({
      'secret-keys': 'a'.repeat(64),
      'database-url': 'postgres://db/n',
      'redis-url': 'rediss://queue:6379',
      'google-client-secret': 'x',
      'vault-password': 'a long password',
    })
    const files = (container?.env ?? [])
      .filter(one => one.name.endsWith('_FILE'))
      .map(one => [one.name, `${one.value}`.replace('/run/secrets', secrets)] as const)
    const mounted = pod.volumes?.flatMap(({ secret }) => secret?.items ?? []) ?? []
    t.strictSame(
      mounted.map(({ path }) => `${secrets}/${path}`),
      files.map(([, path]) => path),
    )
    const service = (await settingsByService()).find(one => one.service === part)
    if (service === undefined) return
    const names = (container?.envFrom ?? []).flatMap(one => one.configMapRef?.name ?? [])
    const maps = ofKind(objects, 'ConfigMap').filter(one => names.includes(one.metadata.name))
    t.equal(maps.length, names.length)
    const given = Object.assign({}, ...maps.map(({ data }) => data), Object.fromEntries(files))
    for (const key of Object.keys(given)) t.ok(isSettingOf(service.settings, key), key)
    t.doesNotThrow(() => service.load({ ...env, ...given }))
    if (!('SIGN_IN' in given)) return
    // docs/deploy-kubernetes.md, without Google.
    const calendar = {
      CALENDAR: 'caldav',
      CALDAV_URL: 'https://dav.example.org',
      CALDAV_TOKEN: 'x',
    }
    const own = { ...calendar, SIGN_IN: 'accounts', ALLOWED_EMAILS: '', GOOGLE_CLIENT_ID: '' }
    t.match(service.load({ ...env, ...given, ...own }), { SIGN_IN: 'accounts' })
  })

  if (container?.ports === undefined) continue
  t.test(`${name}: has probes and a Service at the ports of its image`, async t => {
    for (const probe of ['startupProbe', 'livenessProbe'] as const)
      t.match(container[probe], { httpGet: { path: '/healthz', port: 'http' } })
    t.match(container.readinessProbe, { httpGet: { path: '/readyz', port: 'http' } })
    const ports = { http: env['PORT'], metrics: env['METRICS_PORT'] }
    const found = container.ports?.map(one => [one.name, String(one.containerPort)])
    t.strictSame(Object.fromEntries(found ?? []), ports)
    for (const { spec } of ofKind(objects, 'Service'))
      if (selects({ matchLabels: spec?.selector ?? {} }, labels))
        for (const { targetPort } of spec?.ports ?? []) t.ok(`${targetPort}` in ports)
  })
}

t.test('each workload signs in to the database as its role', async t => {
  for (const { name, pod } of workloads) {
    const items = pod.volumes?.flatMap(({ secret }) => secret?.items ?? []) ?? []
    const keys = items.flatMap(({ key, path }) => (path === 'database-url' ? key : []))
    const role = { migrate: 'owner', doctor: 'scheduler-worker' }[name] ?? name
    t.strictSame(keys, [`database-url-${role}`], name)
  }
})

t.test('only what calls the calendar or publishes reaches the internet', async t => {
  const refused = policies.find(({ ingress, egress }) => !ingress && !egress)
  t.strictSame(refused, { podSelector: {}, policyTypes: ['Ingress', 'Egress'] })
  const reaching = workloads.filter(({ labels }) =>
    policies
      .filter(policy => selects(policy.podSelector, labels))
      .flatMap(({ egress = [] }) => egress)
      .some(({ ports, to }) => to === undefined && ports?.some(({ port }) => port === 443)),
  )
  const outside = ['doctor', 'publisher', 'scheduler-worker', 'web']
  t.strictSame(reaching.map(({ name }) => name).toSorted(), outside)
})

t.test('the Ingress leads to services that exist, and volumes are claimed', async t => {
  const rules = ofKind(objects, 'Ingress').flatMap(({ spec }) => spec?.rules ?? [])
  const paths = rules.flatMap(({ http }) => http?.paths ?? [])
  const leads = paths.map(({ path, backend }) => `${path} ${backend.service?.name}`)
  const expected = ['/ web', '/- vault', '/api/webhook webhook-ingest', '/s vault']
  t.strictSame(leads.toSorted(), expected)
  const volumes = workloads.flatMap(({ pod }) => pod.volumes ?? [])
  const claimed = volumes.flatMap(one => one.persistentVolumeClaim?.claimName ?? [])
  const claims = ofKind(objects, 'PersistentVolumeClaim').map(({ metadata }) => metadata.name)
  t.strictSame(claimed.toSorted(), claims.toSorted())
})

t.test('the vault has one copy; backups run each night, the doctor on demand', async t => {
  const vault = ofKind(objects, 'Deployment').find(one => one.metadata.name === 'vault')
  t.match(vault?.spec, { replicas: 1, strategy: { type: 'Recreate' } })
  const [backup, doctor] = ofKind(objects, 'CronJob').map(({ spec }) => spec)
  t.equal(doctor?.suspend, true)
  t.match(backup, { schedule: /^\d+ \d+ \* \* \*$/, concurrencyPolicy: 'Forbid' })
  const { command } = backup?.jobTemplate.spec?.template.spec?.containers[0] ?? {}
  t.strictSame(command, [...(compose.services['backup']?.command ?? []), '--once'])
})
