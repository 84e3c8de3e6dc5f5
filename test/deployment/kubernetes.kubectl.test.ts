import { globSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import t from 'tap'
import { parse } from 'yaml'
import {
  ofKind,
  podsOf,
  render,
  renderWithVault,
  selects,
  workloadsOf,
  type KubernetesObject,
} from './kubernetes-objects.ts'
import { faultsOf } from './kubernetes-schema.ts'

const plain = render('infra/kubernetes')
const withVault = renderWithVault(t.testdir())
const variants = { plain, 'with the vault': withVault }

const titleOf = ({ kind, metadata }: KubernetesObject) => `${kind} ${metadata.name}`
const names = (objects: { metadata: { name: string } }[]) => objects.map(one => one.metadata.name)

t.test('each kustomization names every file beside it, and no other', async t => {
  for (const folder of ['infra/kubernetes', 'infra/kubernetes/vault']) {
    const { resources, configMapGenerator } = parse(
      readFileSync(`${folder}/kustomization.yaml`, 'utf8'),
    ) as { resources: string[]; configMapGenerator: { envs: string[] }[] }
    const files = globSync(`${folder}/*.{yaml,env}`).map(path => basename(path))
    const named = [
      'kustomization.yaml',
      ...resources,
      ...configMapGenerator.flatMap(({ envs }) => envs),
    ]
    t.strictSame(files.toSorted(), named.toSorted(), folder)
  }
})

t.test('the vault is added and changes nothing else', async t => {
  t.comment(`${plain.length} objects, ${withVault.length} with the vault`)
  t.ok(withVault.length > plain.length)
  for (const object of plain)
    t.strictSame(
      withVault.find(other => titleOf(other) === titleOf(object)),
      object,
      titleOf(object),
    )
})

t.test('every object is valid in the oldest Kubernetes that the docs allow', async t => {
  const { devDependencies } = JSON.parse(readFileSync('package.json', 'utf8')) as {
    devDependencies: Record<string, string>
  }
  const page = readFileSync('docs/deploy-kubernetes.md', 'utf8')
  const [, version = ''] = /Kubernetes (\d+\.\d+)\s+or newer/.exec(page) ?? []
  t.match(devDependencies['kubernetes-types'], new RegExp(`^${version}\\.`), 'the types are its')
  t.strictSame(await faultsOf(withVault, t.testdir()), [])
})

t.test('faults are caught, each by its name', async t => {
  const [web] = ofKind(plain, 'Deployment').filter(({ metadata }) => metadata.name === 'web')
  const text = JSON.stringify(web)
  const changes: [name: string, from: RegExp, to: string, fault: RegExp][] = [
    ['wrong-type', /"value":"[^"]*"/, '"value":2', /'number' is not assignable/],
    ['misspelt', /"readinessProbe"/, '"readinesProbe"', /'"readinesProbe"' does not exist/],
    ['missing', /"selector":\{.*?\}\},/, '', /'selector' is missing/],
    ['newer', /"volumes"/, '"resources":{},"volumes"', /'"resources"' does not exist/],
    ['removed', /"apps\/v1"/, '"apps/v1beta2"', /Cannot find module/],
    ['beta', /"apps\/v1"/, '"apps/v1beta2"', /not a stable API/],
    ['fraction', /"replicas":\d+|"spec":\{/, '"spec":{"replicas":1.5,', /\/spec\/replicas/],
    ['quantity', /"192Mi"/, '"192Mb"', /\/requests\/memory/],
    ['Name', /$/, '', /not a DNS label/],
  ]
  const wrong = changes.map(([name, from, to]) => {
    const object = JSON.parse(text.replace(from, to)) as KubernetesObject
    return { ...object, metadata: { ...object.metadata, name } }
  })
  const faults = await faultsOf(wrong, t.testdir())
  for (const [name, , , fault] of changes)
    t.ok(
      faults.some(line => line.includes(`Deployment-${name}`) && fault.test(line)),
      name,
      { faults },
    )
})

for (const [variant, objects] of Object.entries(variants))
  t.test(`${variant}: everything refers to what is there`, async t => {
    const workloads = workloadsOf(objects)
    const pods = workloads.map(podsOf)
    const labels = pods.map(({ metadata }) => metadata?.labels ?? {})

    t.test('one namespace holds it all', async t => {
      const [namespace, ...more] = ofKind(objects, 'Namespace')
      t.equal(more.length, 0)
      t.equal(
        namespace?.metadata.labels?.['pod-security.kubernetes.io/enforce'],
        'restricted',
        'at the strictest level of pod security',
      )
      for (const object of objects)
        if (object !== namespace)
          t.equal(object.metadata.namespace, namespace?.metadata.name, titleOf(object))
    })

    t.test('a config map is named for its content, and used under that name', async t => {
      const maps = names(ofKind(objects, 'ConfigMap'))
      for (const name of maps) t.match(name, /^[a-z-]+-[0-9a-z]{10}$/)
      const used = pods
        .flatMap(({ spec }) => spec?.containers ?? [])
        .flatMap(({ envFrom = [] }) =>
          envFrom.flatMap(({ configMapRef }) => configMapRef?.name ?? []),
        )
      t.strictSame([...new Set(used)].toSorted(), maps.toSorted())
    })

    t.test('volumes are claimed, and every claim is used', async t => {
      const used = pods
        .flatMap(({ spec }) => spec?.volumes ?? [])
        .flatMap(({ persistentVolumeClaim: claim }) => (claim ? [claim.claimName] : []))
      t.strictSame(used.toSorted(), names(ofKind(objects, 'PersistentVolumeClaim')).toSorted())
    })

    t.test('a Service leads to the named ports of its pods', async t => {
      for (const { metadata, spec } of ofKind(objects, 'Service')) {
        const behind = pods.filter(pod =>
          selects({ matchLabels: spec?.selector ?? {} }, pod.metadata?.labels),
        )
        t.equal(behind.length, 1, metadata.name)
        const ports = behind[0]?.spec?.containers[0]?.ports?.map(({ name }) => name)
        t.strictSame(
          spec?.ports?.map(({ targetPort }) => targetPort),
          ports,
          metadata.name,
        )
      }
    })

    t.test('an autoscaler scales a Deployment that sets no number itself', async t => {
      for (const { spec } of ofKind(objects, 'HorizontalPodAutoscaler')) {
        const { kind, name } = spec?.scaleTargetRef ?? {}
        t.equal(kind, 'Deployment')
        const target = ofKind(objects, 'Deployment').find(({ metadata }) => metadata.name === name)
        t.ok(target, `${name}`)
        t.equal(target?.spec?.replicas, undefined, 'or each apply would set it back')
      }
    })

    t.test('a disruption budget leaves room to drain a node', async t => {
      for (const { metadata, spec } of ofKind(objects, 'PodDisruptionBudget')) {
        const covered = labels.filter(one => selects(spec?.selector ?? {}, one))
        t.equal(covered.length, 1, metadata.name)
        const least =
          ofKind(objects, 'HorizontalPodAutoscaler').find(
            one => one.metadata.name === metadata.name,
          )?.spec?.minReplicas ??
          ofKind(objects, 'Deployment').find(one => one.metadata.name === metadata.name)?.spec
            ?.replicas
        t.ok(Number(least) > Number(spec?.minAvailable), `${metadata.name}: ${least} copies`)
      }
    })

    t.test('every network policy selects pods, and names none that is not there', async t => {
      const selectors = ofKind(objects, 'NetworkPolicy').flatMap(({ spec }) => [
        spec?.podSelector ?? {},
        ...(spec?.egress ?? []).flatMap(({ to = [] }) =>
          to.flatMap(({ podSelector }) => podSelector ?? []),
        ),
      ])
      for (const selector of selectors) {
        t.ok(
          labels.some(one => selects(selector, one)),
          JSON.stringify(selector),
        )
        const named = (selector.matchExpressions ?? []).flatMap(({ values = [] }) => values)
        for (const name of named) t.ok(names(workloads).includes(name), name)
      }
    })
  })
