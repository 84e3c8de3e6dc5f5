import type { FastifyPluginAsync } from 'fastify'
import type { DelayRule, DropRule, FailRule } from '../../control/contract.ts'
import type { RequestLog } from '../../control/request-log.ts'
import type { Rule, Rules } from '../../control/rules.ts'

/** Failures, delays and cut connections, and the log of requests. */
const faults: FastifyPluginAsync<{ requests: RequestLog; rules: Rules }> = async (
  service,
  { requests, rules },
) => {
  function add(rule: Rule): void {
    // An invalid pattern must fail here, not at every later request.
    for (const pattern of [rule.path, rule.query ?? '']) RegExp(pattern)
    rules.add(rule)
  }

  service.post<{ Body: FailRule }>('/fail', async (request, reply) => {
    add({ ...request.body, kind: 'fail' })
    return reply.status(204).send()
  })
  service.post<{ Body: DelayRule }>('/delay', async (request, reply) => {
    add({ ...request.body, kind: 'delay' })
    return reply.status(204).send()
  })
  service.post<{ Body: DropRule }>('/drop', async (request, reply) => {
    add({ ...request.body, kind: 'drop' })
    return reply.status(204).send()
  })
  service.post('/release-delayed', async (_request, reply) => {
    rules.release()
    return reply.status(204).send()
  })
  service.post('/clear-faults', async (_request, reply) => {
    rules.clear()
    return reply.status(204).send()
  })
  service.post('/requests', async () => requests.all())
  service.post('/clear-requests', async (_request, reply) => {
    requests.clear()
    return reply.status(204).send()
  })
}
export default faults
