import type { FastifyPluginAsync } from 'fastify'
import { controlMethods, type Controlled } from '../../control/methods.ts'
import { GoogleError, notFound } from '../../google-error.ts'

/** The methods of `Control`, one POST each with its arguments. Only programs on this machine may call them. */
const control: FastifyPluginAsync<Controlled> = async (service, controlled) => {
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

  const methods = new Map<string, (...args: never[]) => unknown>(
    Object.entries(controlMethods(controlled)),
  )
  service.post<{ Params: { name: string }; Body: never[] }>('/:name', async (request, reply) => {
    const method = methods.get(request.params.name)
    if (method === undefined) throw notFound()
    const answer = method(...request.body)
    return answer === undefined ? reply.status(204).send() : answer
  })
}
export default control
