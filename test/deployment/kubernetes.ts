import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { CronJob, Job } from 'kubernetes-types/batch/v1.js'
import type { Deployment } from 'kubernetes-types/apps/v1.js'
import type { ConfigMap, PodSpec, Service } from 'kubernetes-types/core/v1.js'
import type { LabelSelector, ObjectMeta } from 'kubernetes-types/meta/v1.js'
import type { Ingress, NetworkPolicy } from 'kubernetes-types/networking/v1.js'
import { parseAllDocuments } from 'yaml'

interface Kinds {
  ConfigMap: ConfigMap
  CronJob: CronJob
  Deployment: Deployment
  Ingress: Ingress
  Job: Job
  NetworkPolicy: NetworkPolicy
  PersistentVolumeClaim: object
  Service: Service
}

export interface KubernetesObject {
  apiVersion: string
  kind: string
  metadata: ObjectMeta & { name: string }
}

/** Something that starts pods. */
export interface Workload {
  name: string
  labels: Record<string, string>
  pod: PodSpec
}

/** The objects that `kubectl apply -k` sends, in a copy in which the component `vault` is active as the docs say. */
export function renderWithVault(copy: string): KubernetesObject[] {
  cpSync('infra/kubernetes', copy, { recursive: true })
  const file = join(copy, 'kustomization.yaml')
  const text = readFileSync(file, 'utf8')
  writeFileSync(file, text.replace('# components:\n#   - vault\n', 'components:\n  - vault\n'))
  const rendered = execFileSync('kubectl', ['kustomize', copy], { encoding: 'utf8' })
  return parseAllDocuments(rendered).map(document => document.toJS() as KubernetesObject)
}

/** The objects of one kind. */
export function ofKind<Kind extends keyof Kinds>(
  objects: readonly KubernetesObject[],
  kind: Kind,
): (KubernetesObject & Kinds[Kind])[] {
  return objects.filter(object => object.kind === kind) as (KubernetesObject & Kinds[Kind])[]
}

/** Everything that starts pods. */
export function workloadsOf(objects: readonly KubernetesObject[]): Workload[] {
  const cronJobs = ofKind(objects, 'CronJob').map(({ metadata, spec }) => ({
    metadata,
    spec: spec?.jobTemplate.spec,
  }))
  const all = [...ofKind(objects, 'Deployment'), ...ofKind(objects, 'Job'), ...cronJobs]
  return all.map(({ metadata, spec }) => ({
    name: metadata.name,
    labels: spec?.template.metadata?.labels ?? {},
    pod: spec?.template.spec ?? { containers: [] },
  }))
}

/** Whether a selector picks something with these labels. */
export function selects(selector: LabelSelector, labels: Record<string, string> = {}): boolean {
  const { matchLabels = {}, matchExpressions = [] } = selector
  return (
    Object.entries(matchLabels).every(([key, value]) => labels[key] === value) &&
    matchExpressions.every(({ key, values = [] }) => values.includes(labels[key] ?? ''))
  )
}

/**
 * What Kubernetes would find wrong with these objects, by the types of the oldest version that we support: they know
 * required and unknown fields, and no API that was removed before.
 */
export function faultsOf(objects: KubernetesObject[], folder: string): string[] {
  const literals = objects.map((object, index) => {
    const [group = '', version] = `core/${object.apiVersion}`.split('/').slice(-2)
    const type = `import('kubernetes-types/${group.split('.')[0]}/${version}.js').${object.kind}`
    return `export const object${index}: ${type} = ${JSON.stringify(object)}\n`
  })
  const file = join(folder, 'objects.ts')
  writeFileSync(file, literals.join(''))
  // `env` keeps the hooks of tap out of the compiler.
  const options = '--ignoreConfig --pretty false --noEmit --module nodenext --skipLibCheck --strict'
  const tsc = [process.execPath, 'node_modules/typescript/bin/tsc', ...options.split(' '), file]
  const { stdout } = spawnSync('env', ['-u', 'NODE_OPTIONS', ...tsc], { encoding: 'utf8' })
  return stdout.split('\n').filter(line => line.includes('error TS'))
}
