import type { FastifyPluginAsync } from 'fastify'
import type { WebContext } from '../plugins/context.ts'
import { readWaiting, showConfirm } from './confirm.ts'

/** The page where a person comes back from their identity provider, to press once more. */
const confirm: FastifyPluginAsync<WebContext> = async (service, context) => {
  service.get('/confirm', async (request, reply) => {
    const waiting = await readWaiting(request, context)
    return waiting === undefined
      ? reply.redirect('/')
      : showConfirm(request, reply, context, { waiting })
  })
}

export default confirm
