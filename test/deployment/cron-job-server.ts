import { writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import type { KubernetesObject } from './kubernetes-objects.ts'

/** A kubectl configuration that knows one server, and the environment that makes kubectl read it. */
export function kubectlFor(server: string, folder: string): NodeJS.ProcessEnv {
  const KUBECONFIG = join(folder, 'kubeconfig.json')
  const name = 'stand-in'
  writeFileSync(
    KUBECONFIG,
    JSON.stringify({
      apiVersion: 'v1',
      kind: 'Config',
      clusters: [{ name, cluster: { server } }],
      contexts: [{ name, context: { cluster: name, user: name } }],
      users: [{ name, user: {} }],
      'current-context': name,
    }),
  )
  return { PATH: process.env['PATH'], HOME: folder, KUBECONFIG }
}

/**
 * A stand-in for an API server. It answers what `kubectl create job --from=cronjob/…` and `kubectl create` ask: it knows
 * a single CronJob, accepts every job without validating it, and keeps it in `created`.
 */
export async function serveCronJob({ metadata, ...rest }: KubernetesObject): Promise<{
  address: string
  created: { path: string; job: KubernetesObject }[]
  close: () => void
}> {
  const batch = '/apis/batch/v1'
  const inNamespace = `${batch}/namespaces/${metadata.namespace}`
  const jobs = {
    parameters: [{ name: 'fieldValidation', in: 'query' }],
    'x-kubernetes-group-version-kind': { group: 'batch', version: 'v1', kind: 'Job' },
  }
  const answers: Record<string, object> = {
    '/api': { versions: [] },
    '/apis': {
      groups: [{ name: 'batch', versions: [{ groupVersion: 'batch/v1', version: 'v1' }] }],
    },
    [batch]: {
      groupVersion: 'batch/v1',
      resources: [
        { name: 'cronjobs', kind: 'CronJob', namespaced: true, verbs: ['get'] },
        { name: 'jobs', kind: 'Job', namespaced: true, verbs: ['create'] },
      ],
    },
    '/openapi/v3': { paths: { [batch.slice(1)]: { serverRelativeURL: `/openapi/v3${batch}` } } },
    [`/openapi/v3${batch}`]: { paths: { [`${batch}/jobs/{name}`]: { patch: jobs } } },
    [`${inNamespace}/cronjobs/${metadata.name}`]: { ...rest, metadata: { ...metadata, uid: 'u' } },
  }
  const notFound = { kind: 'Status', apiVersion: 'v1', status: 'Failure', code: 404 }
  const created: { path: string; job: KubernetesObject }[] = []
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const { pathname } = new URL(request.url ?? '', 'http://stand-in')
    const reply = (status: number, body: object) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    if (request.method !== 'POST') {
      const found = answers[pathname]
      return reply(found ? 200 : 404, found ?? notFound)
    }
    const job = JSON.parse(await text(request)) as KubernetesObject
    created.push({ path: pathname, job })
    return reply(201, job)
  }
  const server = createServer((request, response) => void answer(request, response))
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return { address: `http://127.0.0.1:${port}`, created, close: () => server.close() }
}
