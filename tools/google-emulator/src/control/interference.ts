import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Provider } from '../state/provider.ts'
import type { RecordedRequest } from './contract.ts'
import { sendFailure } from './failure.ts'
import type { RequestLog } from './request-log.ts'
import type { Rule, Rules } from './rules.ts'

interface Met {
  rules: Rule[]
  entry: RecordedRequest
}

/** Records every request to the provider, and applies the faults that tests have set. */
export function interfere(
  service: FastifyInstance,
  { provider, requests, rules }: { provider: Provider; requests: RequestLog; rules: Rules },
): void {
  const met = new WeakMap<FastifyRequest, Met>()

  service.addHook('onRequest', async (request, reply) => {
    if (!/^\/(calendar|o|token|revoke|certs)\b/.test(request.url)) return undefined
    const { pathname, search } = new URL(request.url, 'http://localhost')
    const asked = { method: request.method, path: pathname, query: search.slice(1) }
    const found = {
      rules: rules.take(asked),
      entry: requests.begin({ at: provider.clock.now().toString(), ...asked }),
    }
    met.set(request, found)
    for (const rule of found.rules) {
      if (rule.kind === 'delay' && rule.when !== 'after') await rules.pause(rule.milliseconds)
      if (rule.kind === 'drop' && rule.when === 'before') {
        reply.hijack()
        request.raw.socket.destroy()
        return reply
      }
      if (rule.kind === 'fail') return sendFailure(reply, rule, pathname)
    }
    return undefined
  })

  service.addHook('onSend', async (request, reply, payload) => {
    const found = met.get(request)
    if (!found) return payload
    for (const rule of found.rules) {
      if (rule.kind === 'delay' && rule.when === 'after') await rules.pause(rule.milliseconds)
      if (rule.kind === 'drop' && rule.when === 'after') {
        request.raw.socket.destroy()
        return payload
      }
    }
    found.entry.status = reply.statusCode
    return payload
  })
}
