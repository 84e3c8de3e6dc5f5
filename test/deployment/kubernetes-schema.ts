import { createRequire } from 'node:module'

interface Probe {
  httpGet: { path: string }
}

interface Container {
  image: string
  command?: string[]
  env?: { name: string; value: string }[]
  envFrom?: { configMapRef: { name: string } }[]
  ports?: { name: string; containerPort: number }[]
  startupProbe?: Probe
  livenessProbe?: Probe
  readinessProbe?: Probe
}

interface Pod {
  containers: Container[]
  volumes?: {
    name: string
    secret?: { items: { path: string }[] }
    persistentVolumeClaim?: { claimName: string }
  }[]
}

interface Template {
  template?: { spec: Pod }
}

interface Rule {
  host: string
  http: { paths: { path: string; backend: { service: { name: string } } }[] }
}

/** A resource of Kubernetes, as far as the tests look at it. */
export interface Resource {
  apiVersion: string
  kind: string
  metadata: { name: string }
  spec?: Template & {
    replicas?: number
    strategy?: object
    selector?: object
    jobTemplate?: { spec: Template }
    rules?: Rule[]
  }
}

/** What a workload runs: a CronJob has it one step further in. */
export function podOf({ spec }: Resource): Pod | undefined {
  return (spec?.jobTemplate?.spec ?? spec)?.template?.spec
}

interface Fault {
  instancePath: string
  message?: string
}

type Validate = ((value: unknown) => boolean) & { errors?: Fault[] | null }

const require = createRequire(import.meta.url)
const entry = require.resolve('kubernetes-models')

/** The compiled schema of a resource: apps/v1 Deployment is in IoK8sApiAppsV1Deployment. */
function schemaFile({ apiVersion, kind }: Resource) {
  const [group = '', version = ''] = apiVersion.includes('/')
    ? apiVersion.split('/')
    : ['core', apiVersion]
  const words = [group.split('.')[0] ?? '', version]
  const name = words.map(word => word.charAt(0).toUpperCase() + word.slice(1)).join('')
  return entry.replace(/index\.m?js$/, `_schemas/IoK8sApi${name}${kind}.js`)
}

function schemaOf(resource: Resource): Validate {
  return (require(schemaFile(resource)) as { validate: Validate }).validate
}

/** What the schema of its kind finds wrong with a resource. */
export function validateResource(resource: Resource): string[] {
  const validate = schemaOf(resource)
  if (validate(resource)) return []
  return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath}: ${message}`)
}

/**
 * Fields that the schema of its kind has never heard of. It lets them pass, and so does the server, which
 * drops them: a typing error would be a setting that is not there. A field is known when the schema looked at it.
 */
export function unknownFields(resource: Resource): string[] {
  const unseen = new Set<string>()
  schemaOf(resource)(watched(resource, '', unseen))
  return [...unseen]
}

function watched<Value extends object>(value: Value, path: string, unseen: Set<string>): Value {
  const inside = new Map<string, unknown>()
  for (const [key, item] of Object.entries(value)) {
    const place = path === '' ? key : `${path}.${key}`
    unseen.add(place)
    const isObject = typeof item === 'object' && item !== null
    inside.set(key, isObject ? watched(item as object, place, unseen) : item)
  }
  return new Proxy(value, {
    get(target, key, receiver) {
      if (typeof key !== 'string' || !inside.has(key)) return Reflect.get(target, key, receiver)
      unseen.delete(path === '' ? key : `${path}.${key}`)
      return inside.get(key)
    },
  })
}
