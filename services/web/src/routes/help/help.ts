import type { FastifyPluginAsync } from 'fastify'

/** The help page; it shows no household data. */
export const help: FastifyPluginAsync = async service => {
  service.get('/help', { config: { access: 'optional' } }, async (request, reply) =>
    reply.page('routes/help/help.hbs', { title: request.words.say('layout.help') }),
  )
}
