import type { FastifyPluginAsync } from 'fastify'

/** What the service worker shows of other pages than the plan while there is no network. */
const offline: FastifyPluginAsync = async service => {
  service.get('/offline', async (request, reply) => {
    const title = request.wording.say('offline.title')
    return reply.page('frame/offline.hbs', { title })
  })
}

export default offline
