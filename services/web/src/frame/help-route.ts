import type { WebContext, WebService } from '../plugins/context.ts'

/** The help page; it shows no household data. */
export default async function help(
  service: WebService,
  { provider }: Pick<WebContext, 'provider'>,
) {
  service.get('/help', { config: { access: 'optional' } }, async (request, reply) => {
    const view = { title: request.wording.say('layout.help'), reconnect: provider.grants !== null }
    return reply.page('frame/help.hbs', view)
  })
}
