import type { FastifyPluginAsync } from 'fastify'
import type { RequestLog } from '../../control/request-log.ts'
import type { Rules } from '../../control/rules.ts'
import { GoogleError } from '../../google-error.ts'
import type { Notifier } from '../../notifications/notifier.ts'
import { switchesOff } from '../../state/provider.ts'
import type { Provider, Switches } from '../../state/provider.ts'
import { seedState } from '../../state/seeds.ts'
import calendarData from './calendar-data.ts'
import faults from './faults.ts'
import push from './push.ts'
import signIn from './sign-in.ts'

interface ControlOptions {
  provider: Provider
  notifier: Notifier
  requests: RequestLog
  rules: Rules
}

/** The methods of `Control`, one POST each. Only programs on this machine may call them. */
const control: FastifyPluginAsync<ControlOptions> = async (service, options) => {
  const { notifier, provider, requests, rules } = options

  service.addHook('onRequest', async (request, reply) => {
    const local = /^(127\.|::1$|::ffff:127\.)/.test(request.socket.remoteAddress ?? '')
    // Browsers send Origin, and no page may use the control plane.
    if (!local || request.headers.origin !== undefined) {
      return reply.status(403).send({ error: 'Only for programs on this machine.' })
    }
    return undefined
  })
  service.setErrorHandler((error, _request, reply) => {
    const status = error instanceof GoogleError ? error.status : 400
    return reply.status(status).send({ error: String(error) })
  })

  service.post('/reset', async (_request, reply) => {
    provider.state = seedState()
    provider.switches = switchesOff()
    provider.clock.reset()
    notifier.reset()
    requests.clear()
    rules.clear()
    return reply.status(204).send()
  })
  service.post<{ Body: { instant: string } }>('/set-clock', async (request, reply) => {
    provider.clock.set(Temporal.Instant.from(request.body.instant))
    return reply.status(204).send()
  })
  service.post<{ Body: { duration: string } }>('/advance-clock', async (request, reply) => {
    provider.clock.advance(Temporal.Duration.from(request.body.duration))
    return reply.status(204).send()
  })

  service.post<{ Body: Partial<Switches> }>('/switch', async (request, reply) => {
    Object.assign(provider.switches, request.body)
    return reply.status(204).send()
  })

  await service.register(faults, { requests, rules })
  await service.register(calendarData, { provider })
  await service.register(signIn, { provider })
  await service.register(push, { provider, notifier })
}
export default control
