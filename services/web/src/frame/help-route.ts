import type { FastifyPluginAsync } from 'fastify'
import type { WebContext } from '../plugins/context.ts'

/** The help page; it shows no household data. */
const help: FastifyPluginAsync<Pick<WebContext, 'provider'>> = async (service, { provider }) => {
  service.get('/help', { config: { access: 'optional' } }, async (request, reply) => {
    const title = request.wording.say('layout.help')
    const view = { title, reconnect: provider.grants !== null }
    return reply.page('frame/help.hbs', view)
  })
}

export default help
