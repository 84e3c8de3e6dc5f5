import { execFileSync } from 'node:child_process'
import { cpSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Deployment } from 'kubernetes-types/apps/v1.js'
import type { HorizontalPodAutoscaler } from 'kubernetes-types/autoscaling/v2.js'
import type { CronJob, Job } from 'kubernetes-types/batch/v1.js'
import type {
  ConfigMap,
  Namespace,
  PersistentVolumeClaim,
  PodTemplateSpec,
  Service,
} from 'kubernetes-types/core/v1.js'
import type { LabelSelector, ObjectMeta } from 'kubernetes-types/meta/v1.js'
import type { Ingress, NetworkPolicy } from 'kubernetes-types/networking/v1.js'
import type { PodDisruptionBudget } from 'kubernetes-types/policy/v1.js'
import { parseAllDocuments } from 'yaml'

type Rendered<Type extends { kind?: string }> = Type & {
  apiVersion: string
  kind: NonNullable<Type['kind']>
  metadata: ObjectMeta & { name: string }
}
export type Workload = Rendered<CronJob> | Rendered<Deployment> | Rendered<Job>
/** One of the kinds that infra/kubernetes has. */
export type KubernetesObject =
  | Workload
  | Rendered<ConfigMap>
  | Rendered<HorizontalPodAutoscaler>
  | Rendered<Ingress>
  | Rendered<Namespace>
  | Rendered<NetworkPolicy>
  | Rendered<PersistentVolumeClaim>
  | Rendered<PodDisruptionBudget>
  | Rendered<Service>
type Kind = KubernetesObject['kind']
type OfKind<One extends Kind> = Extract<KubernetesObject, { kind: One }>

/** The objects that `kubectl apply -k` sends to a cluster. */
export function render(folder: string): KubernetesObject[] {
  const text = execFileSync('kubectl', ['kustomize', folder], { encoding: 'utf8' })
  return parseAllDocuments(text).map(document => document.toJS() as KubernetesObject)
}

/** Renders a copy in which the two lines for the component `vault` are active, as the docs say. */
export function renderWithVault(copy: string): KubernetesObject[] {
  cpSync('infra/kubernetes', copy, { recursive: true })
  const file = join(copy, 'kustomization.yaml')
  const text = readFileSync(file, 'utf8')
  writeFileSync(file, text.replace('# components:\n#   - vault\n', 'components:\n  - vault\n'))
  return render(copy)
}

/** The objects of one kind. */
export function ofKind<One extends Kind>(
  objects: readonly KubernetesObject[],
  kind: One,
): OfKind<One>[] {
  return objects.filter((object): object is OfKind<One> => object.kind === kind)
}

/** Everything that starts pods. */
export function workloadsOf(objects: readonly KubernetesObject[]): Workload[] {
  return [
    ...ofKind(objects, 'Deployment'),
    ...ofKind(objects, 'Job'),
    ...ofKind(objects, 'CronJob'),
  ]
}

/** What the pods of a workload look like. */
export function podsOf({ spec }: Workload): PodTemplateSpec {
  const job = spec && 'jobTemplate' in spec ? spec.jobTemplate.spec : spec
  if (!job?.template) throw new Error('A workload has a template for its pods.')
  return job.template
}

/** Whether a selector picks something with these labels. */
export function selects(selector: LabelSelector, labels: Record<string, string> = {}): boolean {
  const { matchLabels = {}, matchExpressions = [] } = selector
  return (
    Object.entries(matchLabels).every(([key, value]) => labels[key] === value) &&
    matchExpressions.every(({ key, operator, values = [] }) => {
      if (operator !== 'In') throw new Error(`${operator} is not covered by this test`)
      return values.includes(labels[key] ?? '')
    })
  )
}
