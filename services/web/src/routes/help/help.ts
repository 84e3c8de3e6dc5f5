import type { FastifyPluginAsync } from 'fastify'

/** How it works, for everybody; it knows nothing of the household. */
export const help: FastifyPluginAsync = async service => {
  service.get('/help', async (request, reply) =>
    reply.page('routes/help/help.hbs', { title: request.words.say('layout.help') }),
  )
}
